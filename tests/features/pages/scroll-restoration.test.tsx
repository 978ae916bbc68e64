import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPage, renderApp } from '@tests/support/app';
import { beforeEach, expect, it, vi } from 'vitest';

let top = 0;
beforeEach(() => {
  top = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);
  vi.spyOn(window, 'scrollTo').mockImplementation((_, y) => {
    top = Number(y);
  });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('a new page opens at its top; Back, Forward and a reload show a page where it was left', async () => {
  history.pushState(null, '', '/about-us');
  const first = loadPage();
  await heading('About Us');
  top = 300;
  await userEvent.click(screen.getByRole('link', { name: 'Terms & Conditions' }));
  await heading('Terms & Conditions');
  expect(top).toBe(0);
  top = 200;
  history.back();
  await heading('About Us');
  expect(top).toBe(300);
  history.forward();
  await heading('Terms & Conditions');
  expect(top).toBe(200);
  window.dispatchEvent(new Event('pagehide'));
  first.unload();
  top = 0;
  const reloaded = loadPage();
  await heading('Terms & Conditions');
  expect(top).toBe(200);
  history.back();
  await heading('About Us');
  expect(top).toBe(300);
  reloaded.unload();
});

it('the browser scrolls what it loads; a page that Back has brought back scrolls itself', async () => {
  const { unload } = loadPage();
  await screen.findByRole('main');
  const scrollsOn = (event: string) => {
    window.dispatchEvent(new Event(event));
    return history.scrollRestoration;
  };
  expect([history.scrollRestoration, scrollsOn('pagehide'), scrollsOn('pageshow')]).toEqual([
    'manual',
    'auto',
    'manual',
  ]);
  unload();
});

it('a page opens at the part that its address names', async () => {
  const scrolledIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderApp('/about-us#main');
  await heading('About Us');
  expect(scrolledIntoView.mock.contexts).toEqual([screen.getByRole('main')]);
});
