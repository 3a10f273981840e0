import { beforeAll, describe, expect, it } from 'vitest';
import type { TargetAccounts } from '../../../../src/features/authoring/promote/find-target-ids.ts';
import type { LiveAccount } from '../../../../src/model/live/live.ts';
import { openOnEmulator, take } from '../../../service/open-for-test.ts';
import {
  codesOf,
  manifest,
  openApplied,
  promoteIn,
  textOf,
} from '../../../worlds/features/promote-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';

const id = 'northwind-8812';
const line = `ids: {local: ${id}}`;

async function openWithoutTarget(): Promise<TestFixture> {
  const fixture = await openApplied();
  const { manifests } = fixture;
  const prod = '    prod:\n      service: {emulator: {world: world.yaml}}\n';
  manifests.set('cyclectl.yaml', `${manifests.get('cyclectl.yaml')}${prod}`);
  manifests.set(manifest, (manifests.get(manifest) ?? '').replace(`id: ${id}`, line));
  return fixture;
}

describe('The id of an account in the target', () => {
  let fixture: TestFixture;
  let own: LiveAccount;

  beforeAll(async () => {
    fixture = await openWithoutTarget();
    const { reader } = await openOnEmulator(fixture.emulator);
    own = take(await reader.listAccounts())[0] as LiveAccount;
  });

  const inTarget = (other: string, name = own.name): LiveAccount => ({ ...own, id: other, name });
  const bind = (account: string, remoteId: string) => ({ account, remoteId });

  const promoteTo = async (target: Partial<TargetAccounts>) =>
    promoteIn(fixture, {}, { bindings: [], accounts: [], ...target });

  it.each([
    [
      'the one of its state, before another that has its name',
      () => ({
        bindings: [{ ...bind('northwind', 'prod-1'), externalId: 'crm-1' }],
        accounts: [inTarget('prod-1', 'Another'), inTarget('prod-2')],
      }),
      'crm-1, the account of its state',
    ],
    [
      'the one of its state where the service lists no accounts',
      () => ({ bindings: [bind('northwind', 'prod-1')], accounts: null }),
      'prod-1, the account of its state',
    ],
    [
      'its own id where the target has it, whatever the name',
      () => ({ accounts: [inTarget(id, 'Another'), inTarget('prod-2')] }),
      `${id}, the account with the same id`,
    ],
    [
      'the one of the only account with its name',
      () => ({ accounts: [inTarget('prod-1', 'Another'), inTarget('prod-2')] }),
      'prod-2, the one account with the same name',
    ],
  ])('is written where it is %s', async (_, target, says) => {
    const promotion = await promoteTo(target());
    expect(promotion.carried).toEqual([
      { account: 'northwind', address: 'northwind/ids/prod', file: manifest, says },
    ]);
    const [written = ''] = says.split(',');
    expect(textOf(promotion, manifest)).toContain(`ids: {local: ${id}, prod: ${written}}`);
    expect([codesOf(promotion), promotion.accounts]).toEqual([[], 1]);
  });

  it.each([
    ['two accounts have its name', () => ({ accounts: [inTarget('a'), inTarget('b')] })],
    [
      'one of two with its name is of another key',
      () => ({ bindings: [bind('contoso', 'a')], accounts: [inTarget('a'), inTarget('b')] }),
    ],
    [
      'the one with its id is of another key',
      () => ({ bindings: [bind('contoso', id)], accounts: [inTarget(id, 'Another')] }),
    ],
    [
      'the one of its state is gone',
      () => ({ bindings: [bind('northwind', 'gone')], accounts: [inTarget('a', 'Another')] }),
    ],
    ['the service lists no accounts', () => ({ accounts: null })],
  ])('is not written where %s', async (_, target) => {
    const promotion = await promoteTo(target());
    expect([promotion.files, codesOf(promotion)]).toEqual([[], ['warning not-in-target']]);
  });

  it('is not written where two accounts of the source have the name', async () => {
    const { writer } = await openOnEmulator(fixture.emulator);
    take(await writer.createAccount('second', { name: own.name }));
    const promotion = await promoteTo({ accounts: [inTarget('a')] });
    expect(codesOf(promotion)).toEqual(['warning not-in-target']);
  });
});

it('changes of an account are promoted with the id that it gets', async () => {
  const fixture = await openWithoutTarget();
  const { writer } = await openOnEmulator(fixture.emulator);
  take(await writer.updateAccount(id, { timezone: 'Asia/Tokyo' }));
  const bindings = [{ account: 'northwind', remoteId: 'prod-1' }];
  const promotion = await promoteIn(fixture, {}, { bindings, accounts: null });
  const after = textOf(promotion, manifest);
  expect(after).toContain(`ids: {local: ${id}, prod: prod-1}`);
  expect(after).toContain('timezone: Asia/Tokyo');
  fixture.manifests.set(manifest, after);
  const asked = { bindings: [{ account: 'northwind', remoteId: 'another' }], accounts: null };
  expect((await promoteIn(fixture, {}, asked)).files).toEqual([]);
});
