/** Where HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up, in capitals or not. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

type Proxies = {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
};

/**
 * The proxies that an environment names; a text says what is wrong with them, without repeating it, since it may
 * hold a password. Loopback is never reached through a proxy: the embedded service is there, and no
 * proxy could find it.
 */
export function readProxies(environment: ProxyEnvironment): Proxies | string {
  const read = (name: string): string =>
    environment[name.toLowerCase()] || environment[name.toUpperCase()] || '';
  const httpProxy = addScheme(read('http_proxy'));
  const httpsProxy = addScheme(read('https_proxy')) || httpProxy;
  for (const [name, proxy] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy })) {
    if (proxy !== '' && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
      return `${name} is not the address of an HTTP proxy`;
    }
  }
  return { httpProxy, httpsProxy, noProxy: `${read('no_proxy')},localhost,127.0.0.1,::1` };
}

/** Many write host:port alone and mean http. */
function addScheme(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
