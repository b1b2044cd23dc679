/**
 * The service worker: keeps the whole site for use without a network.
 *
 * One build is one precache: it is installed whole or not at all, and every file is
 * proved by its hash before it is kept (a host may answer with a page where a file is
 * missing). An update waits until the page says so or every page of the old build is
 * closed. Kept files are taken as they are, since proving them all would cost more than
 * the start itself; only the page and its first scripts are proved whenever they are
 * read, and those have the others proved when they notice that something is wrong.
 */

/* The build copies this file to the top of the site and fills in the list. */
/** @type {{ url: string, revision: string | null, integrity?: string, sha256: string }[]} */
const FILES = [/* build:files */];

const scope = /** @type {any} */ (self);
scope.importScripts('workbox/core.js', 'workbox/routing.js', 'workbox/strategies.js', 'workbox/precaching.js');
const { core, precaching } = scope.workbox;

const HASHES = new Map(FILES.map(({ url, sha256 }) => [new URL(url, location.href).href, sha256]));

/** @param {string} address */
function hashFor(address) {
  const url = new URL(address);
  url.search = url.hash = '';
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  return HASHES.get(url.href);
}

/**
 * Returns the response if it is what the build made, else null. What came as gzip is
 * returned inflated: it is fetched once, but started from many times.
 * @param {string} address
 * @param {Response} response
 */
async function proved(address, response) {
  if (!response.ok) return null;
  let bytes = await response.clone().arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0x1f && second === 0x8b) {
    const inflating = new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'));
    bytes = await new Response(inflating).arrayBuffer().catch(() => new ArrayBuffer());
    const type = address.includes('/wasm-') ? 'application/wasm' : 'application/octet-stream';
    response = new Response(bytes, { headers: { 'Content-Type': type } });
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hash === hashFor(address) ? response : null;
}

/** Whether it is for the page itself or its first script. @param {Request} request */
const isFirst = ({ mode, url }) => mode === 'navigate' || /\/js\/first\.js$/.test(url);

const proving = {
  /** @param {{ request: Request, response: Response }} what */
  cacheWillUpdate: ({ request, response }) => proved(request.url, response),

  /** @param {{ request: Request, cachedResponse?: Response, event?: Event }} what */
  cachedResponseWillBeUsed: async ({ request, cachedResponse, event }) => {
    const prove = cachedResponse && (isFirst(request) || event?.type === 'install');
    return prove ? proved(request.url, cachedResponse) : cachedResponse;
  },
};

core.setCacheNameDetails({ prefix: 'bakersdozen' });
const controller = new precaching.PrecacheController({ plugins: [proving] });
controller.precache(FILES.map(({ url, revision, integrity }) => ({ url, revision, integrity })));
const route = new precaching.PrecacheRoute(controller, {
  cleanURLs: false,
  ignoreURLParametersMatching: [/^utm_/, /^fbclid$/, /^source$/],
});

/** To open it anew for every file takes as long as to find the file. @type {Promise<Cache> | undefined} */
let opened;

/** Cache keys of the page, and of the same with its style sheet and first script within. */
const [PAGE, LATER] = ['index.html', 'later.html'].map((url) => controller.getCacheKeyForURL(url));

/**
 * Returns the page of later visits, unless the host's own policy would forbid what stands within.
 * @param {Cache} cache
 */
async function laterPage(cache) {
  const found = await cache.match(LATER);
  return found && !found.headers.has('Content-Security-Policy') ? proved(LATER, found) : null;
}

/**
 * Answers with a file of the precache; when that has none, or a damaged one, from the network.
 * @param {any} event
 * @param {{ cacheKey: string }} params
 */
async function answer(event, params) {
  const { request } = event;
  opened ??= caches.open(controller.strategy.cacheName);
  const later = params.cacheKey === PAGE && (await opened.then(laterPage).catch(() => null));
  if (later) return later;
  const found = await opened.then((cache) => cache.match(params.cacheKey)).catch(() => undefined);
  const kept = found && (isFirst(request) ? await proved(request.url, found) : found);
  return kept || controller.strategy.handle({ event, request, params });
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const params = event.request.method === 'GET' && route.match({ request: event.request });
  if (params) event.respondWith(answer(event, params));
});
scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'apply-update') scope.skipWaiting();
  if (event.data === 'fill') event.waitUntil(mend(false));
  if (event.data === 'mend') event.waitUntil(mend(true).finally(() => event.ports[0].postMessage('mended')));
});

/**
 * Fetches again what has been taken away since the installation, or is damaged.
 * @param {boolean} proving whether to look for damage, too
 */
async function mend(proving) {
  const cache = await caches.open(controller.strategy.cacheName);
  for (const { url } of FILES) {
    const key = controller.getCacheKeyForURL(url);
    const kept = await cache.match(key);
    if (kept && (!proving || (await proved(new URL(url, location.href).href, kept)))) continue;
    const found = await fetch(url, { cache: 'reload' }).catch(() => null);
    const response = found && (await proved(found.url, found));
    if (response) await cache.put(key, response);
  }
}
