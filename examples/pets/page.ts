import { startBrowserMock } from '@/mocks/hosts/browser';
import { petShelter } from './pets';

// A page whose calls are answered by the mock backend in the browser.
await startBrowserMock(petShelter, { hosts: { api: '/api' } });

const response = await fetch('/api/pets');
const names = response.ok
  ? ((await response.json()) as { name: string }[]).map(({ name }) => name)
  : [`status ${response.status}`];
for (const name of names) {
  const item = document.createElement('li');
  item.textContent = name;
  document.querySelector('ul')?.append(item);
}
