/** Registered at `${import.meta.env.BASE_URL}${WORKER_FILE}`; MSW's own worker file is next to it. */
export const WORKER_FILE = 'mock-worker.js';
