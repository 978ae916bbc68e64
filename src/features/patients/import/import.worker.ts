import { type ImportJob, type ImportWorkerMessage, runImportJob } from './run-import-job';

const post = (message: ImportWorkerMessage) => self.postMessage(message);

self.addEventListener('message', (event: MessageEvent<ImportJob>) => {
  void runImportJob(event.data, post);
});
