import { isIP } from 'node:net';

/** Where a call comes from, as attempts are counted: one who has an address, and who can have many. */
export interface Origin {
  /** The address; of IPv6 its /64, which one household or machine has whole */
  address: string;
  /** Of IPv4 the /24, of IPv6 the /48 */
  network: string;
}

const V4_IN_V6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function originOf(ip: string): Origin {
  const plain = V4_IN_V6.exec(ip)?.[1] ?? ip.split('%')[0]!;
  if (isIP(plain) === 4) return { address: plain, network: `${plain.split('.').slice(0, 3).join('.')}.0/24` };
  if (isIP(plain) !== 6) return { address: ip, network: ip };
  const groups = groupsOf(plain);
  return {
    address: `${groups.slice(0, 4).join(':')}::/64`,
    network: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

/** The first groups of an IPv6 address, without leading zeros; what :: stands for is written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end stands for two groups.
  const length = before.length + after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const between = tail === undefined ? [] : Array.from({ length: 8 - length }, () => '0');
  return [...before, ...between, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
