/** The service worker that a mock build registers at `${import.meta.env.BASE_URL}${WORKER_FILE}`; MSW's own stands beside it. */
export const WORKER_FILE = 'mock-worker.js';
