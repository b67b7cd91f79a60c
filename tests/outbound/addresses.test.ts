import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, readAllowList, refuseUrl } from '../../src/server/outbound/addresses.ts';

const PRIVATE = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::1',
  'fe80::1%eth0',
  '2a00:1450:4001::1%eth0',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
];
const NO_ADDRESS = [
  '',
  'localhost',
  '0177.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '8.8.8.8:80',
  '8.8.8.08',
  '1.2.3',
  '256.1.1.1',
  ' 8.8.8.8',
  '[2a00::1]',
];
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '192.167.1.1',
  '198.17.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '::ffff:8.8.8.8',
];

describe('addresses', () => {
  test.each(PRIVATE)('%s is not public', (ip) => expect(isPublicAddress(ip)).toBe(false));
  test.each(NO_ADDRESS)('«%s» is not an IP address', (ip) => expect(isPublicAddress(ip)).toBe(false));
  test.each(PUBLIC)('%s is public', (ip) => expect(isPublicAddress(ip)).toBe(true));
});

const HOSTS_REFUSED = [
  ...PRIVATE.filter((ip) => !ip.includes('%')).map((ip) => (ip.includes(':') ? `[${ip}]` : ip)),
  '2130706433',
  '0x7f000001',
  '017700000001',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f.1',
  '127.1',
  '127.0.1',
  '0',
  '00',
  '0x0',
  '10.1',
  '3232235521',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '127.0.0.1.',
  '127.0.0.1%2e',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::FFFF:7F00:1]',
  '[0000::0001]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'router.home.arpa',
  'intranet',
  'x.onion',
  'loc%61lhost',
  'ⓛocalhost',
];

describe('URLs', () => {
  test.each(HOSTS_REFUSED)('refuses http://%s/', (host) => {
    expect(refuseUrl(`http://${host}/`)).toBe('address_refused');
    expect(refuseUrl(`https://${host}/a?b#c`)).toBe('address_refused');
  });
  test.each([
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://127.0.0.1.5/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://',
    'http:///',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'example.com',
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1@example.com/',
    'http://exa mple.com/',
  ])('rejects %s as invalid', (url) => expect(refuseUrl(url)).toBe('bad_url'));
  test.each([
    'http://example.com:22/',
    'http://example.com:8080/',
    'https://example.com:8443/',
    'http://8.8.8.8:6379/',
    'http://example.com:0/',
  ])('refuses the port of %s', (url) => expect(refuseUrl(url)).toBe('address_refused'));
  test.each([
    'http://example.com',
    'https://www.example.com.br/a?b=c#d',
    'http://example.com:443/',
    'https://example.com:80/',
    'http://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://pão.example.com/',
    'http://example.com./',
    'http://134744072/',
  ])('allows %s', (url) => expect(refuseUrl(url)).toBeNull());

  test('allows only the exact host and port of an allow list entry', () => {
    const allow = readAllowList(['127.0.0.1:3100', '[::1]:3100', 'Intranet:80', ' wiki.local:8080 ']);
    for (const url of [
      'http://127.0.0.1:3100/',
      'http://2130706433:3100',
      'https://127.0.0.1:3100',
      'http://[::1]:3100/x',
      'http://intranet',
      'http://wiki.local.:8080/',
    ])
      expect(refuseUrl(url, allow), url).toBeNull();
    for (const url of [
      'http://127.0.0.1/',
      'http://127.0.0.1:3101/',
      'http://127.0.0.2:3100/',
      'http://localhost:3100/',
      'https://intranet/',
      'http://a.wiki.local:8080/',
    ])
      expect(refuseUrl(url, allow), url).toBe('address_refused');
    expect(refuseUrl('http://x@127.0.0.1:3100/', allow)).toBe('bad_url');
  });

  test('rejects an allow list entry without a port', () => {
    for (const entry of ['127.0.0.1', 'http://a:80/x', ':80', 'a:b', 'a:99999'])
      expect(() => readAllowList([entry]), entry).toThrow(entry);
  });

  test('refuses every notation of private IPv4 addresses', () => {
    const octets = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
    );
    const base = fc.constantFrom(
      (n: number) => `${n}`,
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0${n.toString(8)}`,
      (n: number) => `0X000${n.toString(16).toUpperCase()}`,
    );
    const form = fc.tuple(
      octets,
      fc.array(base, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('', '.'),
    );
    fc.assert(
      fc.property(form, ([bytes, write, parts, dot]) => {
        const head = bytes.slice(0, parts - 1);
        const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
        const host = [...head, last].map((n, at) => write[at]!(n)).join('.') + dot;
        expect(refuseUrl(`http://${host}/`)).toBe('address_refused');
      }),
      { numRuns: 500 },
    );
  });
});
