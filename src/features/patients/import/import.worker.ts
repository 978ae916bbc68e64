import type { ImportJob, ImportWorkerMessage } from './import-worker-messages';
import { runImportJob } from './run-import-job';

const post = (message: ImportWorkerMessage) => self.postMessage(message);

self.addEventListener('message', (event: MessageEvent<ImportJob>) => {
  void runImportJob(event.data, post);
});
