import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { stopApp } from '@/features/api/app';
import { readStylesQuickly } from './computed-styles';
import { installDomStubs } from './dom-stubs';

installDomStubs();
readStylesQuickly();

// Lazy pages are compiled on their first visit, and a whole page printed tells less than the sentence before it.
configure({
  asyncUtilTimeout: 5000,
  getElementError: (message) => new Error(message ?? 'element not found'),
});

afterEach(() => {
  cleanup();
  stopApp();
});

const FRAME_COMES_WITHIN = 5000;

// Files share the page. One that was animating while its timers were held leaves a page that never draws again, and the
// next file would fail with words that point nowhere.
beforeAll(async () => {
  await Promise.race([
    new Promise((drawn) => requestAnimationFrame(drawn)),
    new Promise((_, stuck) =>
      setTimeout(
        stuck,
        FRAME_COMES_WITHIN,
        new Error('A test file before this one stopped the animation frames.'),
      ),
    ),
  ]);
});

// The last of all hooks: the next file finds the page as if it had just been opened.
afterAll(() => {
  const held = vi.isFakeTimers();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.body.replaceChildren();
  expect(held, 'timers are still held at the end of the file').toBe(false);
});
