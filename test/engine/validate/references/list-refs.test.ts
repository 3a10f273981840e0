import { expect, it } from 'vitest';
import { parseDocuments } from '../../../../src/engine/load/parse-documents.ts';
import { listRefs } from '../../../../src/engine/validate/references/list-refs.ts';
import { accountManifest } from '../../../../src/engine/validate/schema/account-manifests.ts';
import { listMistakes } from '../../../../src/engine/validate/schema/list-mistakes.ts';
import { schemas } from '../../../../src/engine/validate/schema/schemas.ts';

const manifest = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: acme, labels: {env: prod, file: x}}
spec:
  id: acme-1
  errorWebhook: {url: {env: WEBHOOK}}
  connectors:
    key:
      connector: {name: Key}
      auth: {apiKey: {env: API_KEY}}
      properties: {env: {file: p1}, file: plain, region: {sops: p2, key: a.b}, zone: {exec: [a, b]}}
      checks: [{method: M, safe: true, parameters: {file: x, env: y}}]
    user: {connector: {name: User}, auth: {basic: {username: {env: USER}, password: {age: p3}}}}
    tokens: {connector: {name: Tokens}, auth: {oauth: {tokens: {env: TOKENS}}}}
  cycles:
    one:
      from: {template: One}
      variables: {env: {env: VARIABLE}, file: plain}
      steps:
        env: {parameters: {env: {env: PARAMETER}}, fields: {env: {file: p4}, file: {ignore: true}}}
        file: {fields: {A: {step: env, field: file}, B: {env: FIELD}}}
`;

it('finds every reference, wherever the schema takes one, and takes nothing else for one', () => {
  const [document] = parseDocuments('a.yaml', manifest).documents;
  expect(listMistakes(accountManifest, document?.written)).toEqual([]);
  const found = [...listRefs(schemas.Account, document?.written)].map(
    ({ ref }) => Object.values(ref)[0],
  );
  expect(found).toEqual([
    ...['WEBHOOK', 'API_KEY', 'p1', 'p2', ['a', 'b'], 'USER', 'p3', 'TOKENS', 'VARIABLE'],
    ...['PARAMETER', 'p4', 'FIELD'],
  ]);
});
