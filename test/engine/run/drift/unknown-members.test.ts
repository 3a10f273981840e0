import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { expect, it } from 'vitest';
import { closeAfterFile } from '../../../support/opened.ts';
import { applyAll, openQuickstart } from '../../../worlds/quickstart.ts';

/** Passes requests on, and adds a member to each object of some lists. */
async function addMember(target: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !/^(?:host|connection|content-length|transfer-encoding)$/.test(name),
      ),
    ) as Record<string, string>;
    const { method = 'GET', url = '' } = request;
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const answer = await fetch(`${target}${url}`, { method, headers, ...body });
    const text = await answer.text();
    const isList = method === 'GET' && /^\/v1\.0\/(?:cycles|account\/connectors)\?/.test(url);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(
      isList ? text.replaceAll('"Description":', '"Colour":"red","Description":') : text,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('names each member of the service that no table of ours has, once', async () => {
  const fixture = await openQuickstart({ front: addMember });
  await applyAll(fixture);
  await fixture.drift();
  const named = fixture.listUnknownMembers();
  expect(named).toContain('cycle.Colour');
  expect(named).toContain('connector.Colour');
  expect(named.filter((name) => !name.endsWith('.Colour'))).toEqual([]);
});

it('knows each member of the embedded service', async () => {
  const fixture = await openQuickstart({ choices: { scheduleReadable: 'yes' } });
  await applyAll(fixture);
  await fixture.drift();
  expect(fixture.listUnknownMembers()).toEqual([]);
});
