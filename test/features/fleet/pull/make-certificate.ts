import { generateKeyPairSync, sign } from 'node:crypto';

/** Private key and certificate of a server, in PEM. */
export type ServerCertificate = { readonly key: string; readonly cert: string };

/** Makes a certificate of 127.0.0.1 that is its own authority: Node can read certificates, and not make them. */
export function makeCertificate(): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')));
  const commonName = sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from('cyclectl test')));
  const name = sequence(der(0x31, commonName));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const isAuthority = sequence(
    der(0x06, hex('551d13')),
    der(0x01, hex('ff')),
    der(0x04, sequence(der(0x01, hex('ff')))),
  );
  const address = Buffer.from([127, 0, 0, 1]);
  const names = sequence(der(0x06, hex('551d11')), der(0x04, sequence(der(0x87, address))));
  const content = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    name,
    sequence(time('000101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, names)),
  );
  const signature = der(0x03, hex('00'), sign('sha256', content, privateKey));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

/** A value of ASN.1 by its tag. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
