import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { stringify } from 'yaml';
import { encryptAge, encryptTree } from '../../secrets/encrypt-sops.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { openFuzzProject } from '../fuzz-project.ts';
import { mutateBytes, mutateData, mutateText } from '../mutate.ts';

const value = 'the value of a sealed key';
const crm = 'apiKey: {file: secrets/northwind-crm-key.not-a-secret}';
const files = 'password: {file: secrets/northwind-files-password.not-a-secret}';

/**
 * sops and age files, through the secrets of a plan. A changed file gives no value and shows none.
 */
export async function openSopsTarget(): Promise<FuzzTarget> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const project = await openFuzzProject({ SOPS_AGE_KEY: identity });
  const manifest = (await project.read('accounts/northwind.yaml')).toString('utf8');
  await project.write(
    'accounts/northwind.yaml',
    manifest
      .replace(crm, 'apiKey: {sops: secrets/all.yaml, key: crm.key}')
      .replace(files, 'password: {age: secrets/password.age}'),
  );
  const encrypted: unknown = await encryptTree(
    { crm: { key: value, list: [1, true, 'x'] } },
    { recipients: [recipient] },
  );
  const age = await encryptAge(`${value}\n`, recipient);
  return {
    feed: async (draw) => {
      const isSops = draw.chance(70);
      await project.write(
        'secrets/all.yaml',
        isSops ? drawSops(draw, encrypted) : stringify(encrypted),
      );
      await project.write('secrets/password.age', isSops ? age : mutateBytes(draw, age));
      const ended = await project.run('plan', '--select', 'account=northwind');
      const isShown = `${ended.stdout}${ended.stderr}`.includes(value);
      return [
        ...checkEnded('plan with a sealed file', ended),
        ...(isShown ? ['plan showed the value of a sealed file'] : []),
      ];
    },
    close: project.close,
  };
}

function drawSops(draw: Draw, encrypted: unknown): string {
  const data = draw.chance(50) ? mutateData(draw, encrypted) : encrypted;
  const text = JSON.stringify(data, null, 1);
  return data === encrypted ? mutateText(draw, text) : text;
}
