import type { OperationReport } from './run-conformance';

const deviates = ({ paths }: OperationReport) => paths.some(({ deviations }) => deviations.length > 0);
const tried = ({ paths }: OperationReport) => paths.filter(({ skipped }) => skipped === null);

/** Whether every case that ran matched the contract. */
export const conforms = (reports: readonly OperationReport[]): boolean => !reports.some(deviates);

function linesOf(report: OperationReport): string[] {
  const count = tried(report).length;
  const mark = deviates(report) ? '✗' : count === 0 ? '–' : '✓';
  return [
    `${mark} ${report.operation}  ${count} ${count === 1 ? 'path' : 'paths'}`,
    ...report.paths.flatMap(({ path, deviations }) =>
      deviations.map((deviation) => `    ${path}: ${deviation}`),
    ),
    ...report.paths.flatMap(({ path, skipped }) =>
      skipped === null ? [] : [`    ${path}: skipped, ${skipped}`],
    ),
  ];
}

/** The findings per operation, with totals in the last line. */
export function describeConformance(reports: readonly OperationReport[]): string {
  const paths = reports.flatMap(tried).length;
  const skipped = reports.flatMap((report) => report.paths).length - paths;
  const wrong = reports.filter(deviates).length;
  const sum = `${reports.length} operations, ${paths} paths: ${reports.length - wrong} conform, ${wrong} deviate; ${skipped} paths skipped`;
  return [...reports.flatMap(linesOf), '', sum].join('\n');
}
