import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan, readPlannedAccounts } from '../../../src/engine/load/read-plan.ts';
import { formatPlan } from '../../../src/engine/plan/format-plan.ts';
import { makePlanCounter } from '../../../src/engine/run/planning/make-plan-counter.ts';
import { readLineStream } from '../../../src/kit/files/bounded-lines.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { anyCharacter } from '../../support/values/any-character.ts';
import {
  accountPlan,
  makeAccountWithUnmanaged,
  planHead,
  planSigner,
  savePlan,
  unread,
} from '../../support/values/make-plan.ts';

/** The lines of a text as a file of it is read. */
function linesOf(text: string): AsyncIterable<string> {
  return createInterface({ input: Readable.from([text]), crlfDelay: Number.POSITIVE_INFINITY });
}

async function readAccounts(text: string): Promise<PlannedAccount[]> {
  const accounts: PlannedAccount[] = [];
  for await (const account of readPlannedAccounts(linesOf(text))) accounts.push(account);
  return accounts;
}

/** Why a text is no plan that we have sealed; null when it is one. */
async function refusal(text: string): Promise<string | null> {
  const read = await readPlan(linesOf(text));
  if ('plan' in read) {
    const checked = planSigner.verify(read.plan.seal.says, read.plan.seal.of);
    return checked === 'whole' ? null : checked;
  }
  expect(read.diagnostics).toMatchObject([{ code: 'plan-invalid', severity: 'error' }]);
  return read.diagnostics[0]?.summary ?? '';
}

const accounts = [makeAccountWithUnmanaged('a', 'Old sync'), unread('b')];

describe('a plan file', () => {
  it('gives back what was written', async () => {
    const text = await savePlan(accounts, 3);
    expect(await readPlan(linesOf(text))).toMatchObject({
      plan: { ...planHead, summary: { accounts: 2, notPlanned: 1, skipped: 3 } },
    });
    expect(await readAccounts(text)).toEqual(accounts);
  });

  it('gives back accounts whatever characters are in their names', async () => {
    const hostile = fc.constantFrom(
      '\u2028',
      '\u2029',
      '\r',
      '\n',
      '"',
      '\\',
      '\u0085',
      '{"kind":"',
    );
    const anyName = fc.string({ unit: fc.oneof(hostile, fc.string({ maxLength: 1 })) });
    await fc.assert(
      fc.asyncProperty(fc.array(anyName, { maxLength: 3 }), async (names) => {
        const written = names.map((name, index) =>
          makeAccountWithUnmanaged(`account-${index}`, name),
        );
        const text = await savePlan(written);
        expect(await refusal(text)).toBeNull();
        expect(await readAccounts(text)).toEqual(written);
      }),
    );
  });

  it('survives a change of its line ends', async () => {
    const text = (await savePlan(accounts)).replaceAll('\n', '\r\n');
    expect(await refusal(text)).toBeNull();
    expect(await readAccounts(text)).toEqual(accounts);
  });
});

describe('a changed plan file', () => {
  it('is refused if any character differs, in the envelope by its signature', async () => {
    const text = await savePlan(accounts);
    const anyPlace = fc.integer({ min: 0, max: text.trimEnd().length - 1 });
    const anySign = fc.constantFrom('0', '1', ' ', '"', '}', ',', 'a');
    await fc.assert(
      fc.asyncProperty(anyPlace, anySign, async (index, sign) => {
        fc.pre(text[index] !== sign);
        const changed = `${text.slice(0, index)}${sign}${text.slice(index + 1)}`;
        expect(await refusal(changed)).not.toBeNull();
      }),
    );
  });

  it('is refused when a line of it is missing, twice or elsewhere', async () => {
    const lines = (await savePlan(accounts)).trimEnd().split('\n');
    const anyLine = fc.nat({ max: lines.length - 1 });
    await fc.assert(
      fc.asyncProperty(anyLine, anyLine, async (from, to) => {
        const line = lines[from] ?? '';
        const without = lines.toSpliced(from, 1);
        expect(await refusal(`${without.join('\n')}\n`)).not.toBeNull();
        expect(await refusal(`${lines.toSpliced(to, 0, line).join('\n')}\n`)).not.toBeNull();
        fc.pre(from !== to && !line.startsWith('"envelope"') && lines[to] !== line);
        const isEnvelope = (item: string | undefined) => item?.startsWith('"envelope"') === true;
        fc.pre(!(Math.abs(from - to) === 1 && isEnvelope(lines[to])));
        const moved = without.toSpliced(to, 0, line);
        expect(await refusal(`${moved.join('\n')}\n`)).not.toBeNull();
      }),
    );
  });

  it('is refused with unsigned text outside the envelope', async () => {
    const text = await savePlan(accounts);
    const beside = text.replace(/^"envelope":\{.*\},$/m, '$&"target":{"environment":"test"},');
    expect(beside).not.toBe(text);
    expect(await refusal(beside)).toContain('a line of it is not JSON');
    const smuggled = '"envelope":{},"summary":{"deletes":0},';
    const late = text.replace('\n"digest"', `\n${smuggled}\n"digest"`);
    expect(await refusal(late)).not.toBeNull();
  });
});

describe('what is no plan file', () => {
  it.each([
    ['', 'it has no digest'],
    ['{}', 'does not start like a plan'],
    ['<html>', 'does not start like a plan'],
    ['{\n"format":"cyclectl.dev/plan/v9",\n', 'its format is "cyclectl.dev/plan/v9"'],
    ['{\n"format":{\n', 'a line of it is not JSON'],
  ])('is refused in words, as %j is', async (text, words) => {
    expect(await refusal(text)).toContain(words);
  });

  it('is refused when it was not written to its end', async () => {
    const text = await savePlan(accounts);
    const cut = text.slice(0, text.indexOf('"digest"'));
    expect(await refusal(cut)).toContain('it is incomplete');
  });

  it('is refused if its parts have another shape, signed or not', async () => {
    const text = await savePlan(accounts);
    const bare = text.replace(/^"envelope":.*$/m, '"envelope":null,');
    expect(await refusal(bare)).toContain('it has no valid creation time');
  });
});

describe('a plan file of any bytes', () => {
  it('is read to its end or refused with a message, and never kept in memory', async () => {
    const text = await savePlan(accounts);
    const anyPlace = fc.nat({ max: text.length });
    const anyBytes = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom('\n', '\n}\n', '{"kind":"planned"}\n', '"seal":"a:b"\n', '\u0000', '[', '\\'),
    );
    await fc.assert(
      fc.asyncProperty(anyPlace, fc.nat({ max: 60 }), anyBytes, async (from, length, put) => {
        const changed = `${text.slice(0, from)}${put}${text.slice(from + length)}`;
        fc.pre(changed !== text);
        const lines = readLineStream(Readable.from([changed]), 100_000);
        const read = await readPlan(lines);
        if ('plan' in read) {
          // Only what is no part of any line may differ, such as the line feed at the end.
          const isWhole = planSigner.verify(read.plan.seal.says, read.plan.seal.of) === 'whole';
          if (isWhole) expect(await readAccounts(changed)).toEqual(accounts);
        } else expect(read.diagnostics).toMatchObject([{ code: 'plan-invalid' }]);
      }),
      { seed: 42, numRuns: 400 },
    );
  });
});

/** A signed plan of accounts that a counter could not count. */
async function saveUncounted(planned: readonly PlannedAccount[]): Promise<string> {
  const tally = { add: () => undefined, total: () => makePlanCounter(0).total() };
  const pieces = formatPlan({ ...planHead, signer: planSigner }, Readable.from(planned), tally);
  return (await Readable.from(pieces).toArray()).join('');
}

describe('a plan file with a damaged account', () => {
  it.each([
    [{ operations: undefined }, '/plan/operations must be a list'],
    [{ hasNews: 'yes' }, '/plan/hasNews must be true or false'],
    [{ operations: [{}] }, '/plan/operations/0/id must be text'],
    [{ expects: [{ address: 'a', id: 7 }] }, '/plan/expects/0/id must be text or null'],
    [
      { changes: [{ verb: 'toString' }] },
      '/plan/changes/0/verb must be one of create, update, replace, adopt, delete, forget, run',
    ],
  ])('is refused with its line and place even if it is signed, as with %j', async (odd, fault) => {
    const plan = { ...accountPlan('a', { hasNews: true }), ...odd };
    const damaged = { kind: 'planned', plan } as object as PlannedAccount;
    const text = await saveUncounted([unread('b'), damaged]);
    expect(await refusal(text)).toBe(
      `The file is not a valid plan: line 8 has an account where ${fault}`,
    );
  });
});
