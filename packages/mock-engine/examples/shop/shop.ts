import {
  createMock,
  createTable,
  declare,
  HttpError,
  ignoredBody,
  redirect,
  respond,
  respondEvents,
  z,
} from '../../src/engine';

/**
 * A shop whose API is nothing like JSON with a bearer token: a session in a cookie, problem details (RFC 9457), forms and
 * files, server-sent events, a signed webhook.
 */

const product = z.object({ id: z.int(), name: z.string(), price: z.number(), tags: z.array(z.string()) });
const order = z.object({
  id: z.int(),
  product: z.int(),
  status: z.enum(['open', 'paid']),
  invoice: z.nullable(z.string()),
});
const customer = z.object({
  id: z.int(),
  email: z.string(),
  password: z.string(),
  session: z.nullable(z.string()),
});
const id = z.object({ id: z.int() });

const contract = {
  signIn: declare({
    operation: 'POST /session',
    auth: 'none',
    body: z.object({ email: z.string(), password: z.string() }),
    ok: { status: 204, body: ignoredBody },
  }),
  me: declare({
    operation: 'GET /me',
    auth: 'required',
    ok: { status: 200, body: z.object({ id: z.int(), email: z.string() }) },
  }),
  findProducts: declare({
    operation: 'GET /products',
    auth: 'none',
    query: z.object({
      tag: z.optional(z.array(z.string())),
      most: z.optional(z.int().check(z.positive())),
      inStock: z.optional(z.boolean()),
    }),
    ok: { status: 200, body: z.array(product) },
  }),
  order: declare({
    operation: 'POST /orders',
    auth: 'required',
    body: z.object({ product: z.int() }),
    ok: { status: 201, alsoGood: [202], body: order },
  }),
  addInvoice: declare({
    operation: 'PUT /orders/{id}/invoice',
    auth: 'required',
    path: id,
    body: z.object({ note: z.string(), file: z.file() }),
    ok: { status: 200, body: order },
  }),
  invoice: declare({
    operation: 'GET /orders/{id}/invoice',
    auth: 'required',
    path: id,
    ok: { status: 200, body: ignoredBody },
  }),
  progress: declare({
    operation: 'GET /orders/{id}/progress',
    auth: 'none',
    path: id,
    ok: { status: 200, body: ignoredBody },
  }),
  latest: declare({ operation: 'GET /latest', auth: 'none', ok: { status: 200, body: ignoredBody } }),
  paid: declare({
    operation: 'POST /webhooks/paid',
    auth: 'none',
    body: z.object({ order: z.int() }),
    ok: { status: 200, body: ignoredBody },
  }),
};

const products = [
  { id: 1, name: 'Kettle', price: 30, tags: ['kitchen', 'steel'] },
  { id: 2, name: 'Teapot', price: 20, tags: ['kitchen'] },
  { id: 3, name: 'Lamp', price: 50, tags: ['light', 'steel'] },
];

/** Stands for the signature that a payment provider makes of the body's bytes. */
export const signatureOf = (body: Uint8Array) => `length-${body.length}`;

export const shop = createMock({
  name: 'shop',
  contract,
  errors: ({ status, message, issues, reason }) => ({
    // What a rule rejects has its own status.
    status: reason === 'invalid' ? 422 : status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'about:blank',
      title: reason,
      status: reason === 'invalid' ? 422 : status,
      detail: message,
      ...(issues.length > 0 && {
        errors: issues.map(({ part, path, message: detail }) => ({
          pointer: [part, ...path].join('/'),
          detail,
        })),
      }),
    },
  }),
  tables: () => ({
    products: createTable({ name: 'products', schema: product, key: 'id' }),
    orders: createTable({ name: 'orders', schema: order, key: 'id' }),
    customers: createTable({ name: 'customers', schema: customer, key: 'id', unique: ['email', 'session'] }),
  }),
  seeds: {
    presets: ['full'],
    make: () => ({
      rows: {
        products,
        orders: [],
        customers: [{ id: 7, email: 'ida@shop.test', password: 'tea', session: null }],
      },
      sequences: { orders: 0 },
    }),
  },
  accounts: {
    demo: [{ role: 'customer', email: 'ida@shop.test' }],
    tokenOf: ({ cookies, headers }) => cookies.sid ?? headers.get('x-api-key'),
    find: (tables, token) => tables.customers.getBy('session', token),
    async signIn(db, _world, email) {
      const account = db.tables.customers.getBy('email', email);
      if (!account) return undefined;
      const session = db.token();
      await db.tables.customers.patch(account.id, { session });
      return session;
    },
  },
  rules: {
    async signIn({ request, db }) {
      const account = db.tables.customers.getBy('email', request.body.email);
      if (account?.password !== request.body.password) throw new HttpError(401, 'Wrong email or password');
      const session = db.token();
      await db.tables.customers.patch(account.id, { session });
      return respond(undefined, { cookies: { sid: `${session}; Path=/; HttpOnly` } });
    },
    // The row has the password, too: the contract doesn't, so it isn't sent.
    me: ({ caller }) => caller,
    findProducts: ({ request: { query }, db }) =>
      db.tables.products
        .list()
        .filter(({ tags }) => (query.tag ?? []).every((tag) => tags.includes(tag)))
        .slice(0, query.most),
    async order({ request, db }) {
      const stored = await db.tables.orders.insert({
        id: db.nextId('orders'),
        product: request.body.product,
        status: 'open',
        invoice: null,
      });
      return request.body.product === 3
        ? respond(stored, { status: 202, headers: { 'x-delayed': 'yes' } })
        : stored;
    },
    async addInvoice({ request: { path, body }, db }) {
      if (!db.tables.orders.get(path.id)) throw new HttpError(404, 'There is no such order');
      return db.tables.orders.patch(path.id, { invoice: `${body.note}: ${await body.file.text()}` });
    },
    invoice({ request: { path }, db }) {
      const invoice = db.tables.orders.get(path.id)?.invoice;
      if (!invoice)
        throw new HttpError(410, undefined, { body: 'gone', headers: { 'content-type': 'text/plain' } });
      return respond(new Blob([invoice], { type: 'application/pdf' }));
    },
    progress: () =>
      respondEvents(
        (async function* () {
          yield { packed: true };
          yield { sent: true };
        })(),
      ),
    latest: () => redirect('/products?most=1', 303),
    async paid({ request, http, db }) {
      if (http.headers.get('x-signature') !== signatureOf(http.body))
        throw new HttpError(403, 'Wrong signature');
      await db.tables.orders.patch(request.body.order, { status: 'paid' });
      return {};
    },
  },
});
