import { expect, it } from 'vitest';
import { LONGEST_LINK, readLink, writeLink } from './link';

const at = (hash: string) => new URL(hash, 'https://example.org/bots/workshop');

it('a bot comes back from its link as it was', async () => {
  const bot = {
    name: 'पहिलो “बोट”',
    source: 'function choose() {\n  return "अ→🐅";\n}\n'.repeat(50),
  };
  const link = await writeLink(bot);
  expect(link!.length).toBeLessThan(400);
  expect(await readLink(at(link!))).toEqual(bot);
});

it('a bot that is too long has no link', async () => {
  let seed = 1;
  const noise = () => String.fromCharCode(33 + ((seed = (seed * 48271) % 0x7fffffff) % 90));
  const source = Array.from({ length: 30_000 }, noise).join('');
  expect(await writeLink({ name: '', source })).toBeNull();
});

it('what is no bot is not read', async () => {
  const link = (await writeLink({ name: 'a', source: 'b' }))!;
  const broken = ['', '#bot=', '#bot=%%%', '#bot=AAAA', link.slice(0, -4), `${link}${link}`];
  for (const hash of [...broken, `#bot=${'A'.repeat(LONGEST_LINK + 1)}`]) {
    expect(await readLink(at(hash)), hash.slice(0, 40)).toBeNull();
  }
});

it('a link that unpacks to very much is not read to its end', async () => {
  const bytes = new Uint8Array(20_000_000);
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const buffer = Buffer.from(await new Response(packed).arrayBuffer());
  const hash = `#bot=${buffer.toString('base64url').slice(0, LONGEST_LINK)}`;
  expect(await readLink(at(hash))).toBeNull();
});
