import { startMock } from '@/mocks/panel/room/start-mock';
import { petShelter } from './pets';

// A page whose calls are answered by the mock backend in the browser, with its control room.
await startMock(petShelter, { hosts: { api: '/api' } });

const response = await fetch('/api/pets');
const names = response.ok
  ? ((await response.json()) as { name: string }[]).map(({ name }) => name)
  : [`status ${response.status}`];
for (const name of names) {
  const item = document.createElement('li');
  item.textContent = name;
  document.querySelector('ul')?.append(item);
}
