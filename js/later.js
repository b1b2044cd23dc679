/**
 * What the table can do without until it is asked for: the panels, the first game, the coach,
 * what comes after a game. The build makes one file of it all, fetched at the first such wish.
 */

export { analyse } from './analyse.js';
export { bindCoach } from './coach.js';
export { startLesson } from './lesson/lesson.js';
export { openAbout } from './panels/about.js';
export { openDaily } from './panels/daily.js';
export { openGames } from './panels/games.js';
export { openHelp } from './panels/help.js';
export { enterTable, openResult, openShare } from './panels/result.js';
export { openSettings } from './panels/settings.js';
export { openStatistics } from './panels/statistics.js';
export { openExport, openImport } from './panels/texts.js';
export { openTimeline } from './timeline.js';
