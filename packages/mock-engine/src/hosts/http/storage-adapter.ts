import { type DataStorage, memoryStorage } from '../../db/storage';
import { singleTab, type Tabs } from '../../db/tabs';

/** Where a server stores its data, and the lock under which it is read and written. */
export interface StorageAdapter {
  readonly storage: DataStorage;
  readonly tabs: Tabs;
  close(): Promise<void>;
}

/** Data that lasts as long as the process. Servers given the same adapter share it. */
export const memoryAdapter = (): StorageAdapter => ({
  storage: memoryStorage(),
  tabs: singleTab(),
  close: async () => undefined,
});
