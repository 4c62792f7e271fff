import { message, statement } from '@pace/contract';
import { expect, it } from 'vitest';
import { useMessage, type SaidInEnglish } from '../src/ui/useMessage.ts';
import { render } from './render.tsx';

const complex = (real: number, imaginary: number) => message('complex.minus', { real, imaginary });
const TYPED = statement(
  message('COATING_TYPED', {
    name: message('Surface.named', { number: 1, name: 'ball' }),
    impedance: complex(100, 20),
    ghz: 3.5,
    layers: complex(392.11, 113.05),
  }),
);
const OPEN = statement(
  message('OPEN_PART', { number: 4, name: 'Part 4', openEdges: message('openEdges', { count: 4 }) }),
);
const HYBRID = statement(message('HYBRID_PARTS', { optics: ['wing', 'Face 3'], fullWave: ['Part 2'] }));
const WEAK = statement(message('WEAK_RETURN', { ghz: 10, residual: 0.001, needed: 2.5e-9 }));

/** What a reader of a language sees. */
async function said(language: 'en' | 'tr', ...all: SaidInEnglish[]) {
  function Said() {
    const text = useMessage();
    return (
      <ul>
        {all.map((one) => (
          <li key={one.sentence} lang={text(one).language}>
            {text(one).text}
          </li>
        ))}
      </ul>
    );
  }
  const { unmount } = await render(<Said />, { language });
  const lines = [...document.querySelectorAll('li')].map((line) => [line.lang, line.textContent]);
  await unmount();
  return lines;
}

it('in English a message is the sentence that the program makes of it', async () => {
  const all = [TYPED, OPEN, HYBRID, WEAK];
  expect(await said('en', ...all)).toEqual(all.map(({ sentence }) => ['en', sentence]));
});

it('in Turkish numbers have their comma, and parts without a name are named in Turkish', async () => {
  const [typed, open, hybrid, weak] = await said('tr', TYPED, OPEN, HYBRID, WEAK);
  expect(typed).toEqual([
    'tr',
    'Yüzey 1 (ball): 3,5 GHz için empedans tablosunda 100 − j20 ohm yazıyor, katmanlardan 392,11 − j113,05 ohm çıkıyor. Tablo kullanılır, katmanlar kullanılmaz; katmanların çözülmesi için tablodaki değeri silin.',
  ]);
  expect(open![1]).toMatch(/^4 numaralı parça \(Parça 4\) açık bir yüzeydir \(4 açık kenar\)/);
  expect(hybrid![1]).toBe('Hibrit: wing, Yüz 3 Fiziksel Optik ile, Parça 2 tam dalga ile çözülür.');
  expect(weak![1]).toContain('2,5e-09');
});

it('a sentence without a message, or with one that the catalogue does not have, is shown in English', async () => {
  expect(
    await said(
      'tr',
      { sentence: 'An older notice.' },
      { sentence: 'A newer notice.', message: 'NOT_YET_KNOWN', values: {} },
      { sentence: 'A newer value.', message: 'OPEN_PART', values: { number: 4 } },
    ),
  ).toEqual([
    ['en', 'An older notice.'],
    ['en', 'A newer notice.'],
    ['en', 'A newer value.'],
  ]);
});
