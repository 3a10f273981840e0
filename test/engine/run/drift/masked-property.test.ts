import { expect, it } from 'vitest';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { acceptIn } from '../../../worlds/features/accept-in.ts';
import {
  applyAll,
  editManifest,
  openQuickstart,
  quickstartIds,
} from '../../../worlds/quickstart.ts';

it.each([
  ['masked', 1],
  ['clear', 0],
] as const)(
  'counts a sensitive property of others that the service shows %s',
  async (shown, uncompared) => {
    const fixture = await openQuickstart({ choices: { sensitivePropertyOnRead: shown } });
    editManifest(fixture, 'contoso', { from: /^ +ClientSecret: .*\n/m, to: '' });
    await applyAll(fixture);
    const account = quickstartIds.contoso;
    const connectors = findDumped(fixture.emulator, account)?.connectors ?? [];
    const name = 'ClientSecret';
    const own = connectors.find(({ properties }) => properties.length > 0);
    const path = `/v1.0/account/connectors/${own?.id}/properties`;
    const body = { Name: name, Value: 'typed-in-the-console' };
    await consoleRequest(fixture.emulator, { method: 'POST', path, account, body });
    await acceptIn(fixture, { reason: 'agreed' });
    const found = (await fixture.drift()).find((each) => each.account === 'contoso');
    expect(found).toMatchObject({ kind: 'read', items: [] });
    const read = found?.kind === 'read' ? found : null;
    expect(read?.uncompared ?? 0).toBe(uncompared);
    const fields = [
      { address: 'contoso/connectors/warehouse', path: 'properties/ClientSecret' },
    ] as const;
    expect(read?.notices.filter(({ kind }) => kind === 'uncompared')).toEqual(
      uncompared === 0 ? [] : [{ kind: 'uncompared', address: 'contoso', fields }],
    );
  },
);
