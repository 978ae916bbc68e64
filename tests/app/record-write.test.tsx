import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { getApp, stopApp } from '@/app/app';
import { ownFields } from '@/app/form-draft';
import { settleDraft, WriteProblem } from '@/app/record-write';
import { setReportSink } from '@/lib/report';

const body = { name: 'Northfold Labs' };
const rejected = { end: 'rejected', body, stored: null, answered: false, failure: null, sent: null } as const;
const stopped = { ...rejected, end: 'unknown', sent: body, defect: new TypeError('undefined') } as const;

it.each([
  ['in its call', rejected, 'Not saved. Try again.'],
  [
    'elsewhere',
    stopped,
    'We didn’t get a response, so this may or may not have been saved. Your changes are still here: you can save them again.',
  ],
])('a defect %s is shown where the form is', (_, result, text) => {
  render(<WriteProblem result={result} hasQuestions={false} />);
  expect(screen.getByText(text)).toBeVisible();
});

it('a defect outside the call, which reports its own, is reported', () => {
  const reports = vi.fn();
  setReportSink(reports);
  settleDraft(getApp().store, 'lab', ownFields, 'updateLab', stopped);
  stopApp();
  expect(reports.mock.calls).toEqual([
    ['a write ended in a defect', { operation: 'updateLab', error: stopped.defect }],
  ]);
});
