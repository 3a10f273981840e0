import { expect, test } from 'vitest';
import { isDocumented } from '../../src/emulator/http/route.ts';
import { routes } from '../../src/emulator/routes.ts';
import { readMissingOperations, readSamples } from '../../tools/generate/samples.ts';
import {
  findSamples,
  isTest,
  nameRow,
  readRowsNotYetMet,
  readSpecRows,
} from '../../tools/generate/spec-rows.ts';

const rows = readSpecRows();
const samples = readSamples();

test('every part of the specification from 2 to 9 has its rows, each once', () => {
  const parts = [...new Set(rows.map(({ part }) => part))];
  expect(parts).toEqual(
    '2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3 4.1 4.2 4.3 4.4 4.5 4.6 5 6 7 8 9'.split(' '),
  );
  const names = rows.map(nameRow);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every row is met, deferred, or does not concern a program', () => {
  const waiting = rows.filter(({ metBy, outside }) => metBy.length === 0 && outside === null);
  expect(waiting.map(nameRow).toSorted()).toEqual(readRowsNotYetMet().toSorted());
});

test('what meets a row exists', () => {
  const proofs = rows.flatMap((row) => row.metBy.map((proof) => `${nameRow(row)} <- ${proof}`));
  const isThere = (line: string) => {
    const proof = line.slice(line.indexOf(' <- ') + 4);
    return proof.startsWith('test/') ? isTest(proof) : findSamples(samples, proof).length > 0;
  };
  expect(proofs.filter((line) => !isThere(line))).toEqual([]);
});

test('a row that is a single name on the wire is in a sample that meets it', () => {
  const silent = rows.filter(({ part, row, metBy }) => {
    const isName = part.startsWith('2.') && /^[A-Z]\w+$/.test(row);
    const cited = metBy.flatMap((proof) => findSamples(samples, proof));
    return isName && cited.length > 0 && !JSON.stringify(cited).includes(`"${row}"`);
  });
  expect(silent.map(nameRow)).toEqual([]);
});

test('every operation of the rows is served, or is listed as one that is not', () => {
  const toPattern = (text: string) => text.replaceAll(/:\w+|\{\w+\}/g, '*');
  const known = new Set(
    [...routes, ...readMissingOperations()].map(({ method, path }) =>
      toPattern(`${method} ${path}`),
    ),
  );
  const named = rows.flatMap(({ row }) => /^(?:GET|POST|PUT) \/v1\.0\/\S+$/.exec(row) ?? []);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((line) => !known.has(toPattern(line)))).toEqual([]);
});

test('every operation that the specification names begins with its version', () => {
  const named = routes.filter(isDocumented).map(({ path }) => path);
  // What a browser or a third party comes to is on the service's own domain, not below its API.
  expect(named.filter((path) => !/^\/(v1\.0|connectorauth|api\/webhook)\//.test(path))).toEqual([]);
});
