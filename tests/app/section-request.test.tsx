import { renderHook } from '@testing-library/react';
import { WithApp } from '@tests/support/app';
import { expect, it } from 'vitest';
import { getApp } from '@/app/app';
import { sendRequest, useRequestsExpireOutside, useSectionRequests } from '@/app/section-request';
import type { DashboardSection } from '@/contract';

const wrapper = WithApp;

/** The requests that a section takes once it is shown. */
function taken(): string[] {
  const actions: string[] = [];
  renderHook(() => useSectionRequests(({ action }) => actions.push(action) > 0), { wrapper }).unmount();
  return actions;
}

const openDashboard = () =>
  renderHook(({ section }: { section: DashboardSection }) => useRequestsExpireOutside(section), {
    wrapper,
    initialProps: { section: 'patients' },
  });

it.each(['the same session', 'StrictMode'])(
  'a request from before the dashboard is taken by its section (%s)',
  (mode) => {
    sendRequest(getApp().store, { action: 'orderNew' });
    renderHook(() => useRequestsExpireOutside('authenticate'), {
      wrapper,
      reactStrictMode: mode === 'StrictMode',
    });
    expect(taken()).toEqual(['orderNew']);
  },
);

it.each([
  ['its section breaks or its code does not arrive', ({ result }) => result.current()],
  ['another section is opened', ({ rerender }) => rerender({ section: 'booking' })],
  ['the dashboard is left', ({ unmount }) => unmount()],
] as const satisfies readonly (readonly [string, (view: ReturnType<typeof openDashboard>) => void])[])(
  'a request that was not taken is dropped once %s, so that it does not act long after the press',
  async (_, end) => {
    const view = openDashboard();
    sendRequest(getApp().store, { action: 'orderNew' });
    view.rerender({ section: 'authenticate' });
    end(view);
    await Promise.resolve();
    expect(taken()).toEqual([]);
  },
);
