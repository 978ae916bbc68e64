import { render } from '@testing-library/react';
import { askJsdomForLabels } from '@tests/support/labels';
import { expect, it } from 'vitest';

it('returns the same labels as jsdom does, for fields with a label before, after, around and nowhere', () => {
  const { container } = render(
    <form>
      <label htmlFor="name">Name</label>
      <input id="name" />
      <label htmlFor="name">Name again</label>
      <label>
        Age <input id="age" /> <input id="second-in-label" />
      </label>
      <label htmlFor="other">
        Not of <textarea id="inside" />
      </label>
      <select id="other" aria-label="Other" />
      <label htmlFor="twice">Twice</label>
      <button id="twice" type="button" />
      <button id="twice" type="button" />
      <label htmlFor="">Empty</label>
      <output />
      <label htmlFor="secret">Secret</label>
      <input id="secret" type="hidden" />
      <progress id="progress" />
      <meter />
    </form>,
  );
  const fields = [
    ...container.querySelectorAll<HTMLInputElement>(
      'input, textarea, select, button, output, progress, meter',
    ),
  ];
  const texts = (labels: Iterable<Element> | null) =>
    labels === null ? null : [...labels].map((label) => label.textContent);
  const asJsdom = fields.map((field) => texts(askJsdomForLabels(field)));
  expect(asJsdom).toContainEqual(['Name', 'Name again']);
  expect(fields.map((field) => texts(field.labels))).toEqual(asJsdom);
});

it('asks jsdom for a field that is not on the page', () => {
  const label = document.createElement('label');
  const field = label.appendChild(document.createElement('input'));
  expect([...(field.labels ?? [])]).toEqual([label]);
});
