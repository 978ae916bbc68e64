import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, aroundEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { stopApp } from '@/app/app';
import { setReportSink } from '@/lib/report';
import { connectToasts } from '@/ui/feedback/toast';
import { installDomStubs } from './dom-stubs';
import { findLabelsQuickly, readStylesQuickly } from './quick-jsdom';
import { runTest } from './running-test';

installDomStubs();
readStylesQuickly();
findLabelsQuickly();

// Without a message, the error names an element.
configure({
  asyncUtilTimeout: 5000,
  getElementError: (message, container) =>
    new Error(message ?? String(prettyDOM(container, 300, { highlight: false }))),
});

aroundEach(runTest);

// Each test begins in a new tab. The failures that it causes are not printed.
beforeEach(() => {
  sessionStorage.clear();
  setReportSink(() => undefined);
});

afterEach(() => {
  cleanup();
  stopApp();
  // Toasts of a test without a Toaster would wait for the next test's.
  connectToasts(() => undefined)();
});

const FRAME_COMES_WITHIN = 5000;

// Files share the page. A file that kept fake timers during an animation stops animation frames, and the next file
// would fail with an unrelated message.
beforeAll(async () => {
  await Promise.race([
    new Promise((resolve) => requestAnimationFrame(resolve)),
    new Promise((_, stuck) =>
      setTimeout(
        stuck,
        FRAME_COMES_WITHIN,
        new Error('A test file before this one stopped the animation frames.'),
      ),
    ),
  ]);
});

// The last hook: resets the page for the next file.
afterAll(() => {
  const hasFakeTimers = vi.isFakeTimers();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.body.replaceChildren();
  expect(hasFakeTimers, 'timers are still held at the end of the file').toBe(false);
});
