import { type Tag, tags } from '@/contract';
import * as z from '@/contract/zod';

/** Tells the other tabs of this browser which data a write has changed. */
export interface OtherTabs {
  announce(changed: readonly Tag[]): void;
  close(): void;
}

const news = z.array(z.enum(tags));

/** @param onChanged called when another tab has changed data: what is shown of it must be fetched again */
export function connectOtherTabs(onChanged: (changed: Tag[]) => void): OtherTabs {
  // Missing in old browsers: a tab then sees the change when it fetches again. A prerendered page has no other tabs, and
  // in Node an open channel would keep the process alive.
  if (import.meta.env.SSR || typeof BroadcastChannel === 'undefined')
    return { announce: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel('kitwell:written');
  channel.onmessage = ({ data }) => {
    const parsed = news.safeParse(data);
    if (parsed.success) onChanged(parsed.data);
  };
  return {
    announce: (changed) => channel.postMessage(changed),
    close: () => channel.close(),
  };
}
