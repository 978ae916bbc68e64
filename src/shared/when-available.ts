import { report } from '@/shared/report';

const firstPause = 2000;
const longestPause = 60_000;

/** Waits so many milliseconds, or for the connection to come back. */
const pauseOrOnline = (duration: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, duration);
    addEventListener('online', go);
  });

/**
 * Fetches code that a page can do without: where it can't be had it is asked for again, with growing pauses and as soon as
 * the connection is back. Never rejects, so that what is missing takes nothing else down.
 */
export async function whenAvailable<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await load();
    } catch (error) {
      if (pause === firstPause)
        report('a part of the page could not be loaded yet', { error: String(error) });
      await pauseOrOnline(pause);
    }
  }
}
