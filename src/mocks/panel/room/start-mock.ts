/**
 * The mock backend in a page.
 *
 * @module @kitwell/mock-engine/browser
 */

import type { Mock, MockTypes } from '@kitwell/mock-engine/engine/mock';
import { type BrowserOptions, startBrowserMock } from '@kitwell/mock-engine/hosts/browser';

export interface StartOptions<M extends MockTypes> extends Omit<BrowserOptions<M>, 'mountPanel'> {
  /** Made by `createInspector`: the control room shows it in its tab Machines. */
  readonly inspector?: { readonly mount: (element: Element) => () => void };
}

/**
 * Starts a product's mock backend in this page, with its control room. It needs no style sheet: the room has its own
 * styles, which the page's do not reach.
 *
 * @returns resolves when calls are answered, see `startBrowserMock`
 */
export const startMock = <M extends MockTypes>(
  mock: Mock<M>,
  { inspector, ...options }: StartOptions<M>,
): Promise<void> =>
  startBrowserMock(mock, {
    ...options,
    async mountPanel(parts) {
      const { mountRoom } = await import('./mount-room');
      return mountRoom({ ...parts, mountMachines: inspector?.mount });
    },
  });
