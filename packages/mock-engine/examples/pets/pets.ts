import { createMock, createTable, declare, HttpError, sendMail, z } from '../../src/engine';

/** A small product of its own: an animal shelter. Its whole mock backend is this file. */

const pet = z.object({
  id: z.int(),
  name: z.string().check(z.minLength(1)),
  species: z.enum(['cat', 'dog']),
  owner: z.nullable(z.string()),
});
const id = z.object({ id: z.int() });

const contract = {
  listPets: declare({
    operation: 'GET /pets',
    auth: 'none',
    ok: { status: 200, body: z.array(pet) },
  }),
  addPet: declare({
    operation: 'POST /pets',
    auth: 'required',
    role: 'keeper',
    body: z.pick(pet, { name: true, species: true }),
    ok: { status: 201, body: pet },
  }),
  adoptPet: declare({
    operation: 'POST /pets/{id}/adoption',
    auth: 'required',
    path: id,
    ok: { status: 200, body: pet },
    errorResponses: {
      404: { example: 'There is no such pet' },
      409: { example: 'The pet has a home already' },
    },
  }),
};

const person = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(['keeper', 'visitor']),
  token: z.nullable(z.string()),
});

const pets = [
  { id: 1, name: 'Tom', species: 'cat' as const, owner: null },
  { id: 2, name: 'Rex', species: 'dog' as const, owner: 'Vera' },
];
const people = [
  { name: 'Kim', email: 'kim@shelter.test', role: 'keeper' as const, token: null },
  { name: 'Vera', email: 'vera@shelter.test', role: 'visitor' as const, token: null },
];

export const petShelter = createMock({
  name: 'pets',
  contract,
  tables: () => ({
    pets: createTable({ name: 'pets', schema: pet, key: 'id' }),
    people: createTable({ name: 'people', schema: person, key: 'name', unique: ['email', 'token'] }),
  }),
  mails: ['adoption'],
  seeds: {
    presets: ['full', 'empty'],
    make: ({ preset }) => ({ rows: { people, pets: preset === 'full' ? pets : [] }, sequences: { pets: 2 } }),
  },
  accounts: {
    demo: [
      { role: 'keeper', email: 'kim@shelter.test' },
      { role: 'visitor', email: 'vera@shelter.test' },
    ],
    find: (tables, token) => tables.people.getBy('token', token),
    async signIn(db, _world, email) {
      const existing = db.tables.people.getBy('email', email);
      if (!existing) return undefined;
      const token = existing.token ?? db.token();
      await db.tables.people.patch(existing.name, { token });
      return token;
    },
  },
  panel: { presets: { full: 'two pets, one without a home', empty: 'no pets' } },
  rules: {
    listPets: ({ db }) => db.tables.pets.list(),

    addPet({ request, caller, db }) {
      if (caller.role !== 'keeper') throw new HttpError(403, 'Only a keeper can do this');
      return db.tables.pets.insert({ ...request.body, id: db.nextId('pets'), owner: null });
    },

    async adoptPet({ request, caller, db, world }) {
      const pet = db.tables.pets.get(request.path.id);
      if (!pet) throw new HttpError(404, 'There is no such pet');
      if (pet.owner !== null) throw new HttpError(409, 'The pet has a home already');
      const { name, email } = caller;
      await sendMail(db, world, {
        to: email,
        kind: 'adoption',
        subject: 'Welcome',
        text: `Meet ${pet.name}`,
      });
      return db.tables.pets.patch(pet.id, { owner: name });
    },
  },
});
