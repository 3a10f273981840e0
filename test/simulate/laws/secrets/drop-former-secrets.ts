import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';

type Node = { readonly [key: string]: unknown };

/**
 * The version without lines that replace a secret by plain text, because without the store no plan
 * can know that the old value is a secret.
 */
export function dropFormerSecrets(
  written: WrittenAccount,
  past: readonly WrittenAccount[],
): WrittenAccount {
  const isFormer = (path: readonly string[]) =>
    past.some(({ spec }) => isSecret(valueAt(spec, path)));
  return { ...written, spec: prune(written.spec, [], isFormer) as WrittenAccount['spec'] };
}

// Lines that a manifest may leave out one by one.
const mapKeys = new Set(['properties', 'variables', 'parameters', 'fields']);

function prune(
  value: unknown,
  path: readonly string[],
  isFormer: (path: readonly string[]) => boolean,
): unknown {
  if (!isNode(value)) return value;
  const isSection = mapKeys.has(path.at(-1) ?? '');
  const kept = Object.entries(value).filter(([key, each]) => {
    if (key === 'errorWebhook') return !isFormer([...path, key, 'url']);
    return !isSection || isSecret(each) || !isFormer([...path, key]);
  });
  return Object.fromEntries(
    kept.map(([key, each]) => [key, isSection ? each : prune(each, [...path, key], isFormer)]),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSecret(value: unknown): boolean {
  return isNode(value) && typeof value.env === 'string';
}

function valueAt(spec: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), spec);
}
