import type { OperationReport } from './run-conformance';
import type { CaseResult } from './test-run';

const failed = ({ deviations }: CaseResult) => deviations.length > 0;
const tried = ({ skipped }: CaseResult) => skipped === null;
const deviates = ({ paths }: OperationReport) => paths.some(failed);

/** Whether every case that ran matched the contract. */
export const conforms = (reports: readonly OperationReport[]): boolean => !reports.some(deviates);

/** Something that was not judged, and why. */
interface NotJudged {
  readonly operation: string;
  readonly what: string;
  readonly why: string;
}

/** A run in numbers, and what it could not judge. */
interface ConformanceSummary {
  /** The share of passed checks in percent, rounded down to one decimal; null if none ran. */
  readonly score: number | null;
  readonly checks: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly operations: { readonly conform: number; readonly deviate: number };
  /** Cases without their prerequisites, then what the specification leaves open. */
  readonly notJudged: readonly NotJudged[];
}

function openQuestion(operation: string, question: string): NotJudged {
  const colon = question.indexOf(': ');
  return { operation, what: question.slice(0, colon), why: question.slice(colon + 2) };
}

function summaryOf(reports: readonly OperationReport[]): ConformanceSummary {
  const cases = reports.flatMap(({ paths }) => paths);
  const judged = cases.filter(tried);
  const passed = judged.filter((path) => !failed(path)).length;
  const deviating = reports.filter(deviates).length;
  return {
    score: judged.length === 0 ? null : Math.floor((passed * 1000) / judged.length) / 10,
    checks: { passed, failed: judged.length - passed, skipped: cases.length - judged.length },
    operations: { conform: reports.length - deviating, deviate: deviating },
    notJudged: [
      ...cases.flatMap(({ operation, path, skipped }) =>
        skipped === null ? [] : [{ operation, what: path, why: skipped }],
      ),
      ...reports.flatMap(({ operation, open }) => open.map((question) => openQuestion(operation, question))),
    ],
  };
}

function linesOf(report: OperationReport): string[] {
  const count = report.paths.filter(tried).length;
  const mark = deviates(report) ? '✗' : count === 0 ? '–' : '✓';
  return [
    `${mark} ${report.operation}  ${count} ${count === 1 ? 'check' : 'checks'}`,
    ...report.paths.flatMap(({ path, deviations }) =>
      deviations.map((deviation) => `    ${path}: ${deviation}`),
    ),
  ];
}

function textReport(reports: readonly OperationReport[]): string {
  const { score, checks, operations, notJudged } = summaryOf(reports);
  return [
    ...reports.flatMap(linesOf),
    '',
    'Not judged:',
    ...notJudged.map(({ operation, what, why }) => `    ${operation}, ${what}: ${why}`),
    '',
    `${reports.length} operations: ${operations.conform} conform, ${operations.deviate} deviate`,
    `${checks.passed + checks.failed} checks: ${checks.passed} passed, ${checks.failed} failed; ${checks.skipped} skipped`,
    `Score: ${score === null ? 'none, because no check ran' : `${score} %`}`,
  ].join('\n');
}

function jsonReport(reports: readonly OperationReport[]): string {
  const results = reports.map((report) => ({
    operation: report.operation,
    conforms: !deviates(report),
    checks: report.paths.map(({ path, deviations, skipped }) => ({
      name: path,
      result: skipped !== null ? 'skipped' : deviations.length > 0 ? 'failed' : 'passed',
      ...(deviations.length > 0 ? { deviations } : {}),
      ...(skipped === null ? {} : { reason: skipped }),
    })),
  }));
  return JSON.stringify({ ...summaryOf(reports), results }, null, 2);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no other control characters than tab and line breaks, and no lone surrogates. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const xml = (text: string) =>
  text.replaceAll(NOT_IN_XML, '\u{FFFD}').replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

function junitCase({ operation, path, deviations, skipped }: CaseResult): string {
  const open = `    <testcase classname="${xml(operation)}" name="${xml(path)}"`;
  if (skipped !== null) return `${open}><skipped message="${xml(skipped)}"/></testcase>`;
  const [first] = deviations;
  if (first === undefined) return `${open}/>`;
  return `${open}><failure message="${xml(first)}">${xml(deviations.join('\n'))}</failure></testcase>`;
}

/** A suite per operation; what the specification leaves open is a skipped test. The score is a property. */
function junitReport(reports: readonly OperationReport[]): string {
  const { score } = summaryOf(reports);
  const suites = reports.map(({ operation, paths, open }) => {
    const questions = open.map((question): CaseResult => {
      const { what, why } = openQuestion(operation, question);
      return { operation, path: what, deviations: [], skipped: why };
    });
    const cases = [...paths, ...questions];
    const skipped = cases.filter((path) => !tried(path)).length;
    return [
      `  <testsuite name="${xml(operation)}" tests="${cases.length}" failures="${paths.filter(failed).length}" errors="0" skipped="${skipped}">`,
      `    <properties><property name="score" value="${score ?? ''}"/></properties>`,
      ...cases.map(junitCase),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="conformance">',
    ...suites,
    '</testsuites>',
  ].join('\n');
}

const formats = { text: textReport, json: jsonReport, junit: junitReport } as const;
type ReportFormat = keyof typeof formats;

export const reportFormats = Object.keys(formats) as ReportFormat[];

/** The findings per operation with the score and what was not judged: for people, for programs, or for CI as JUnit XML. */
export const describeConformance = (
  reports: readonly OperationReport[],
  format: ReportFormat = 'text',
): string => formats[format](reports);
