import { describe, expect, it } from 'vitest';
import { readConfig } from '@/lib/read-config';
import { configWarnings } from '../../scripts/build/config-warnings';

describe('the configuration', () => {
  it('has defaults that need no environment', () => {
    expect(readConfig({})).toStrictEqual({
      apiUrl: '/api',
      chatUrl: 'http://localhost:8000',
      readRetries: 3,
    });
  });

  it('treats a blank line of .env like a missing one', () => {
    expect(readConfig({ VITE_API_URL: ' ', VITE_GOOGLE_MAPS_API_KEY: '' })).toEqual(readConfig({}));
  });

  it('joins paths to hosts without a double slash', () => {
    expect(readConfig({ VITE_API_URL: 'https://api.example.test/v1/' }).apiUrl).toBe(
      'https://api.example.test/v1',
    );
  });

  it('hands on the keys for maps and cards', () => {
    const env = { VITE_GOOGLE_MAPS_API_KEY: 'AIza1', VITE_STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    expect(readConfig(env)).toMatchObject({ googleMapsApiKey: 'AIza1', stripePublishableKey: 'pk_test_1' });
  });

  it('takes an address without encryption, in capitals, or with spaces around it', () => {
    expect(readConfig({ VITE_API_URL: 'http://127.0.0.1:8787' }).apiUrl).toBe('http://127.0.0.1:8787');
    expect(readConfig({ VITE_API_URL: ' HTTPS://api.example.test ' }).apiUrl).toBe(
      'HTTPS://api.example.test',
    );
    expect(readConfig({ VITE_CHAT_URL: '/chat' }).chatUrl).toBe('/chat');
  });

  it.each([
    'api.example.test',
    'ftp://example.test',
    '//example.test',
    'http://',
    'https://api.example.test/?x=1',
    'https://api.example.test/#x',
    'see:https://api.example.test',
    '/api?x=1',
    '/api#x',
    '/my api',
    'v1/api',
  ])('rejects %s as an address and reports which variable is wrong', (value) => {
    expect(() => readConfig({ VITE_API_URL: value })).toThrow(/VITE_API_URL must be a URL such as/);
    expect(() => readConfig({ VITE_CHAT_URL: value })).toThrow(/VITE_CHAT_URL must be a URL such as/);
  });

  it.each([
    ['VITE_GOOGLE_MAPS_API_KEY', 'AI za', 'must not contain spaces'],
    ['VITE_STRIPE_PUBLISHABLE_KEY', 'sk_test_1', 'must be a publishable key'],
    ['VITE_STRIPE_PUBLISHABLE_KEY', 'rk_pk_test_1', 'must be a publishable key'],
    ['VITE_STRIPE_PUBLISHABLE_KEY', 'pk_test_', 'must be a publishable key'],
    ['VITE_STRIPE_PUBLISHABLE_KEY', 'pk_live_1-2', 'must be a publishable key'],
    ['VITE_READ_RETRIES', 'many', 'must be a number from 0 to 9'],
    ['VITE_READ_RETRIES', '10', 'must be a number from 0 to 9'],
    ['VITE_READ_RETRIES', '-1', 'must be a number from 0 to 9'],
    ['VITE_MOCK_VISITORS', '10', 'must be 1 or 0'],
    ['VITE_MOCK_VISITORS', '01', 'must be 1 or 0'],
  ])('rejects %s=%s: it %s', (name, value, message) =>
    expect(() => readConfig({ [name]: value })).toThrow(
      `The configuration is wrong (see .env.example):\n  ${name} ${message}`,
    ),
  );

  it('takes a live key, and how often a read is retried', () => {
    const env = { VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_51Ab', VITE_READ_RETRIES: '0' };
    expect(readConfig(env)).toMatchObject({ stripePublishableKey: 'pk_live_51Ab', readRetries: 0 });
  });

  it('takes a place for reports of the security policy, also with a key in it', () => {
    for (const url of ['https://reports.example.test/1/?key=2', 'http://reports.test', '/csp-reports'])
      expect(readConfig({ VITE_CSP_REPORT_URL: url }).cspReportUrl).toBe(url);
  });

  it.each(['reports.example.test', '//example.test', '/csp; script-src *', '/"x', '/$host', '/a,b'])(
    'rejects %s as such a place, because it would change the headers',
    (value) => {
      expect(() => readConfig({ VITE_CSP_REPORT_URL: value })).toThrow(/VITE_CSP_REPORT_URL must be a URL/);
    },
  );

  it.each([
    'VITE_LINKEDIN_URL',
    'VITE_INSTAGRAM_URL',
    'VITE_FACEBOOK_URL',
    'VITE_SUPPORT_FORM_URL',
    'VITE_CAREERS_FORM_URL',
  ])('takes for %s nothing but an https address', (name) => {
    expect(readConfig({ [name]: 'HTTPS://clinic.example/1' })).toEqual(readConfig({}));
    for (const value of ['https://', 'javascript:https://clinic.example'])
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be a URL that begins with https://`);
  });

  it('rejects an address or a link that would lead nowhere', () => {
    expect(() => readConfig({ VITE_CONTACT_EMAIL: 'desk' })).toThrow(/VITE_CONTACT_EMAIL must be an email/);
    expect(() => readConfig({ VITE_LINKEDIN_URL: 'http://linkedin.example' })).toThrow(
      /VITE_LINKEDIN_URL must be a URL that begins with https/,
    );
    const env = {
      VITE_CONTACT_EMAIL: 'desk@clinic.example',
      VITE_CAREERS_FORM_URL: 'https://clinic.example/apply',
    };
    expect(readConfig(env)).toEqual(readConfig({}));
  });

  it('takes 1 or 0 for the visitors of a mock server', () => {
    for (const text of ['', '0', '1'])
      expect(readConfig({ VITE_MOCK_VISITORS: text })).toEqual(readConfig({}));
    expect(() => readConfig({ VITE_MOCK_VISITORS: 'true' })).toThrow(/VITE_MOCK_VISITORS must be 1 or 0/);
  });

  it('names every wrong variable at once, and repeats no key', () => {
    const read = () => readConfig({ VITE_API_URL: 'nowhere', VITE_STRIPE_PUBLISHABLE_KEY: 'sk_live_secret' });
    expect(read).toThrow(
      /VITE_API_URL must be a URL.*\n.*VITE_STRIPE_PUBLISHABLE_KEY must be a publishable key/,
    );
    expect(read).not.toThrow('sk_live');
  });

  it('ignores variables that are not its own', () => {
    expect(readConfig({ MODE: 'test', DEV: true })).toEqual(readConfig({}));
  });
});

describe('the warning of a production build', () => {
  const complete = {
    VITE_API_URL: 'https://api.example.com',
    VITE_CHAT_URL: 'https://chat.example.com',
    VITE_STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    VITE_GOOGLE_MAPS_API_KEY: 'AIza1',
    VITE_SITE_URL: 'https://www.example.com',
    VITE_CONTACT_EMAIL: 'care@example.com',
    VITE_LINKEDIN_URL: 'https://linkedin.example.com',
    VITE_INSTAGRAM_URL: 'https://instagram.example.com',
    VITE_FACEBOOK_URL: 'https://facebook.example.com',
    VITE_SUPPORT_FORM_URL: 'https://forms.example.com/a',
    VITE_CAREERS_FORM_URL: 'https://forms.example.com/b',
  };

  it('is none where all is set and safe; a path is on the page’s own origin', () => {
    expect(configWarnings(complete)).toEqual([]);
    expect(configWarnings({ ...complete, VITE_API_URL: '/api', VITE_CHAT_URL: '/chat' })).toEqual([]);
    const { VITE_API_URL: _, ...others } = complete;
    expect(configWarnings(others)).toEqual([]);
  });

  it('names everything that is not set, the chat included', () => {
    const names = configWarnings({ VITE_CONTACT_EMAIL: ' ' }).map((line) => line.split(' is not set')[0]);
    expect(names.sort()).toEqual(
      Object.keys(complete)
        .filter((name) => name !== 'VITE_API_URL')
        .sort(),
    );
  });

  it.each([
    ['VITE_API_URL', 'http://api.example.com', /not encrypted/],
    ['VITE_CHAT_URL', 'HTTP://chat.example.com', /not encrypted/],
    ['VITE_API_URL', 'https://*.example.com', /wildcard/],
    ['VITE_API_URL', 'https://ada:secret@api.example.com', /credentials/],
    ['VITE_CSP_REPORT_URL', 'https://key@reports.example.com/1', /credentials/],
    ['VITE_STRIPE_PUBLISHABLE_KEY', 'pk_test_1', /test key/],
  ])('names what is unsafe, without its value: %s=%s', (name, value, danger) => {
    const [line, ...others] = configWarnings({ ...complete, [name]: value });
    expect(others).toEqual([]);
    expect(line).toMatch(new RegExp(`^${name} .*${danger.source}`));
    expect(line).not.toContain(value);
  });
});
