import { startMock } from '@kitwell/mock-engine/browser';
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import { petShelter } from '../pets/pets';
import { shop } from '../shop/shop';

/**
 * A page below `/app/` that calls two APIs, each with a mock of its own; with `?own`, one of them in its own worker of MSW;
 * with `?broken`, one whose rule breaks its contract.
 */
const base = '/app/';
const pets = { base, hosts: { api: 'https://pets.example' } };

if (location.search === '?own') {
  const mine = [http.get('https://weather.example/', () => HttpResponse.json('sunny'))];
  await startMock(petShelter, {
    ...pets,
    startWorker: (handlers) =>
      setupWorker(...mine, ...handlers).start({
        serviceWorker: { url: `${base}mockServiceWorker.js` },
        quiet: true,
      }),
  });
} else if (location.search === '?broken') {
  const rules = { ...petShelter.rules, listPets: () => [{ name: 1 }] };
  await startMock({ ...petShelter, rules }, pets);
} else {
  await Promise.all([
    startMock(petShelter, pets),
    startMock(shop, { base, hosts: { api: 'https://shop.example' } }),
  ]);
}

// As an app does, it renders once its calls are answered.
const heading = document.createElement('h1');
heading.textContent = 'Pets and products';
document.querySelector('main')?.append(heading);
