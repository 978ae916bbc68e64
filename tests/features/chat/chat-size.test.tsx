import { act, fireEvent, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openChat } from './support';

const viewport = (width: number, height: number) => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width);
  vi.stubGlobal('innerHeight', height);
};
afterEach(() => vi.unstubAllGlobals());

const sizeOf = ({ style }: HTMLElement) => `${style.width} ${style.height}`;

async function openSized() {
  const view = await openChat();
  const edge = (name: string) => within(view.chat).getByRole('separator', { name });
  const press = async (name: string, keys: string) => {
    edge(name).focus();
    await view.user.keyboard(keys);
  };
  return { ...view, edge, press };
}

describe('the size of the chat', () => {
  it('is 320×480 at first', async () => {
    viewport(1440, 900);
    const { chat } = await openChat();
    expect(sizeOf(chat)).toBe('320px 480px');
  });

  it('follows the arrow keys, and announces the size', async () => {
    viewport(1440, 900);
    const { chat, edge, press } = await openSized();
    await press('Chat width', '{ArrowLeft}{ArrowLeft}');
    await press('Chat height', '{ArrowUp}');
    expect(sizeOf(chat)).toBe('352px 496px');
    expect(edge('Chat width')).toHaveAttribute('aria-valuenow', '352');
    await press('Chat width', '{ArrowRight}');
    await press('Chat height', '{Shift>}{ArrowDown}{/Shift}');
    expect(sizeOf(chat)).toBe('336px 432px');
  });

  it('changes without dragging, by a button', async () => {
    viewport(1000, 700);
    const { chat, user } = await openChat();
    await user.click(within(chat).getByRole('button', { name: 'Largest chat size' }));
    expect(sizeOf(chat)).toBe('968px 668px');
    await user.click(within(chat).getByRole('button', { name: 'Usual chat size' }));
    expect(sizeOf(chat)).toBe('320px 480px');
  });

  it('never gets smaller than 200×300, nor larger than the viewport', async () => {
    viewport(1000, 700);
    const { chat, press } = await openSized();
    await press('Chat width', '{Home}{ArrowRight}');
    await press('Chat height', '{Home}{ArrowDown}');
    expect(sizeOf(chat)).toBe('200px 300px');
    await press('Chat width', '{End}{ArrowLeft}');
    await press('Chat height', '{End}{ArrowUp}');
    expect(sizeOf(chat)).toBe('968px 668px');
  });

  it('shrinks with the viewport, and comes back with it', async () => {
    viewport(1440, 900);
    const { chat } = await openChat();
    viewport(320, 256);
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(sizeOf(chat)).toBe('288px 192px');
    viewport(1440, 900);
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(sizeOf(chat)).toBe('320px 480px');
  });

  it('makes room for an on-screen keyboard, but does not follow pinch zoom', async () => {
    viewport(390, 844);
    // What jsdom lacks.
    const visible = Object.assign(new EventTarget(), { scale: 1, height: 444, offsetTop: 0 });
    vi.stubGlobal('visualViewport', visible);
    const { chat } = await openChat();
    const change = (changes: object, event = 'resize') => {
      Object.assign(visible, changes);
      act(() => void visible.dispatchEvent(new Event(event)));
    };
    // 48 px lie between the chat and the lower edge of what is visible, 16 px above it.
    const place = () => [chat.style.height, chat.style.bottom];
    expect(place()).toEqual(['380px', `${400 + 48}px`]);
    change({ height: 404.4 });
    expect(place()).toEqual(['340px', `${440 + 48}px`]);
    change({ offsetTop: 20 }, 'scroll');
    expect(place()).toEqual(['340px', `${420 + 48}px`]);
    change({ scale: 2, height: 422 });
    expect(place()).toEqual(['480px', '48px']);
    // Some phones report a little zoom without a pinch.
    change({ scale: 1.01, height: 444, offsetTop: 0 });
    expect(place()).toEqual(['380px', '448px']);
  });

  it('follows the pointer that drags an edge, until it lets go', async () => {
    viewport(1440, 900);
    const { chat, edge } = await openSized();
    const width = edge('Chat width');
    fireEvent.pointerDown(width, { button: 0, clientX: 1000, clientY: 500 });
    fireEvent.pointerMove(width, { clientX: 900, clientY: 400 });
    expect(sizeOf(chat)).toBe('420px 480px');
    fireEvent.pointerUp(width);
    fireEvent.pointerMove(width, { clientX: 500, clientY: 400 });
    expect(sizeOf(chat)).toBe('420px 480px');
  });
});
