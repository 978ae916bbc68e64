import { type Tag, tags, WRITTEN_CHANNEL } from '@/contract';
import * as z from '@/contract/zod';
import { type OrderRecord, orderRecord } from '@/domain/storage-keys';
import { createSignal } from '@/lib/signal';

/** What one tab knows of the orders of this visit. Of the patients it has the ids only. */
export interface OrderNews {
  readonly records: readonly OrderRecord[];
  /** The tab has just started: the others answer with all they know. */
  readonly asks: boolean;
}

/** Sends the other tabs of this browser which data a write has changed, and what became of orders. */
export interface OtherTabs {
  announce(changed: readonly Tag[]): void;
  /** Does nothing while it is unknown who is signed in. */
  sendOrders(news: OrderNews): void;
  /** Calls `listener` at once with what a tab of the same account has sent. Returns an unsubscribe function. */
  onOrders(listener: (news: OrderNews) => void): () => void;
  close(): void;
}

interface OtherTabsOptions {
  /** Returns the email of the signed-in account; null if no one is signed in, or if it is unknown. */
  readonly account: () => string | null;
  /**
   * Called when another tab has changed data: what is shown of it must be fetched again. A hidden tab waits until it is
   * shown, so that many tabs don't fetch a long list after each change.
   */
  readonly onChanged: (changed: Tag[]) => void;
}

const changedTags = z.array(z.enum(tags));

const orderMessage = z.object({
  account: z.string(),
  records: z.array(orderRecord),
  asks: z.boolean(),
});

/** Undefined in old browsers, and where the browser blocks storage. */
export function openChannel(name: string): BroadcastChannel | undefined {
  // A prerendered page has no other tabs, and in Node an open channel would keep the process alive.
  if (import.meta.env.SSR) return undefined;
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** Connects this tab with the others. Without a channel, a tab sees a change when it fetches again. */
export function connectOtherTabs({ account, onChanged }: OtherTabsOptions): OtherTabs {
  const channel = openChannel(WRITTEN_CHANNEL);
  const orders = createSignal<OrderNews>();
  if (channel === undefined)
    return {
      announce: () => undefined,
      sendOrders: () => undefined,
      onOrders: orders.subscribe,
      close: () => undefined,
    };
  const waiting = new Set<Tag>();
  const pass = () => {
    if (document.hidden || waiting.size === 0) return;
    onChanged([...waiting]);
    waiting.clear();
  };
  channel.onmessage = ({ data }) => {
    for (const tag of changedTags.safeParse(data).data ?? []) waiting.add(tag);
    pass();
    const news = orderMessage.safeParse(data).data;
    if (news !== undefined && news.account === account()) orders.notify(news);
  };
  document.addEventListener('visibilitychange', pass);
  return {
    announce: (changed) => channel.postMessage(changed),
    sendOrders(news) {
      const sender = account();
      if (sender !== null) channel.postMessage({ account: sender, ...news });
    },
    onOrders: orders.subscribe,
    close() {
      document.removeEventListener('visibilitychange', pass);
      channel.close();
    },
  };
}
