import type { Plugin } from 'vite';
import { importColumns, sampleFileName } from '../../src/domain/patient-import.ts';
import { writeTextWorkbook } from '../../src/features/patients/import/text-workbook.ts';

type SamplePatient = Record<(typeof importColumns)[number]['key'], string>;

/** Two fictional patients: a ZIP code with a leading zero, and two different values in every choice column. */
const samplePatients: SamplePatient[] = [
  {
    name: 'Ava Thompson',
    email: 'ava.thompson@example.com',
    phone: '+1 617 555 0123',
    age: '34',
    street: '118 Beacon Street',
    city: 'Boston',
    postalCode: '02116',
    state: 'MA',
    country: 'USA',
    shippingType: 'USPS',
    frequency: '3 Months',
    kitType: 'kit 1',
  },
  {
    name: 'Noah Ramirez',
    email: 'noah.ramirez@example.org',
    phone: '+1 512 555 0188',
    age: '41',
    street: '2207 Guadalupe Street',
    city: 'Austin',
    postalCode: '78705',
    state: 'TX',
    country: 'USA',
    shippingType: 'Overnight',
    frequency: '1 Time',
    kitType: 'kit 2',
  },
];

/** The sample spreadsheet as .xlsx bytes, from the same column list as the import (§2 "Import Patients from File"). */
export function makeSampleFile(): Uint8Array {
  const header = importColumns.map(({ title }) => title);
  const rows = samplePatients.map((patient) => importColumns.map(({ key }) => patient[key]));
  return writeTextWorkbook('Patients', [header, ...rows]);
}

/** Serves the sample file in development and adds it to every build. */
export function sampleFilePlugin(): Plugin {
  let base = '/';
  return {
    name: 'kitwell-sample-file',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0];
        if (path !== `/${sampleFileName}` && path !== `${base}${sampleFileName}`) return next();
        response.setHeader(
          'Content-Type',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        );
        response.end(makeSampleFile());
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      this.emitFile({ type: 'asset', fileName: sampleFileName, source: makeSampleFile() });
    },
  };
}
