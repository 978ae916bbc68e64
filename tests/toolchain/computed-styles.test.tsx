import { render } from '@testing-library/react';
import { askJsdom } from '@tests/support/computed-styles';
import { expect, it } from 'vitest';

const asked = [
  'display',
  'position',
  'visibility',
  'pointerEvents',
  'overflow',
  'overflowX',
  'overflowY',
] as const;

it('returns the same styles as jsdom does, for shown and hidden elements and what is inside them', () => {
  const { container } = render(
    <main style={{ pointerEvents: 'none' }}>
      <ul hidden>
        <li style={{ display: 'grid', position: 'absolute' }}>One</li>
      </ul>
      <table>
        <tbody>
          <tr>
            <td style={{ visibility: 'hidden' }}>
              <b>Hidden</b> <i style={{ visibility: 'visible', pointerEvents: 'auto' }}>Seen</i>
            </td>
          </tr>
        </tbody>
      </table>
      <dialog>Closed</dialog>
      <dialog open style={{ overflow: 'auto' }}>
        <p>Open</p>
      </dialog>
      <input type="hidden" />
      <input />
      <textarea style={{ overflowY: 'scroll' }} />
      <select>
        <option>Choice</option>
      </select>
      <svg aria-hidden="true">
        <path d="M0 0" />
      </svg>
      <template />
    </main>,
  );
  const stylesBy = (getStyle: typeof getComputedStyle) =>
    [...container.querySelectorAll('*')].map((element) => {
      const style = getStyle(element);
      return [element.tagName, ...asked.map((property) => style[property])];
    });
  // With a style sheet both would use jsdom.
  expect(document.styleSheets).toHaveLength(0);
  expect(stylesBy(askJsdom).length).toBeGreaterThan(15);
  expect(stylesBy(getComputedStyle)).toEqual(stylesBy(askJsdom));
});

it('uses jsdom if a page has a style sheet', () => {
  const { container } = render(
    <>
      <style>{'b { display: block }'}</style>
      <b>Bold</b>
    </>,
  );
  const [bold] = container.querySelectorAll('b');
  if (!bold) throw new Error('nothing was rendered');
  expect(getComputedStyle(bold).display).toBe('block');
});
