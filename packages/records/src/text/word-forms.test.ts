import { describe, expect, it } from 'vitest';
import { wordForms } from './word-forms.js';

/** In the singular and in the plural, as goods are called: English, Spanish, Portuguese; without accents, as texts are compared. */
const PAIRS = `tile tiles · box boxes · berry berries · cherry cherries · battery batteries · knife knives · leaf leaves · shelf shelves
  scarf scarves · loaf loaves · half halves · glass glasses · brush brushes · watch watches · dish dishes · switch switches · bus buses
  lens lenses · gas gases · tomato tomatoes · potato potatoes · mango mangoes · mango mangos · avocado avocados · shoe shoes · hose hoses
  case cases · valve valves · glove gloves · sleeve sleeves · axe axes · size sizes · fuse fuses · house houses · cookie cookies · tie ties
  toy toys · key keys · tray trays · tube tubes · cable cables · cone cones · tire tires · pipe pipes · wire wires · plane planes · can cans
  bean beans · pen pens · gun guns · fan fans · foot feet · tooth teeth · woman women · man men · child children · mouse mice · bra bras
  kiwi kiwis · menu menus · sauce sauces · spice spices · juice juices · piece pieces · motor motors · motor motores · tornillo tornillos
  papel papeles · jabon jabones · tenedor tenedores · luz luces · lapiz lapices · nuez nueces · pared paredes · camion camiones · color colores
  flor flores · piel pieles · caminhao caminhoes · botao botoes · cartao cartoes · papel papeis · anel aneis · textil texteis · metal metais
  animal animais · lencol lencois · embalagem embalagens · homem homens · colher colheres · azulejo azulejos · camisa camisas · zapato zapatos`;

/** Words that are others, however alike they look. */
const OTHERS = `con cones · cas cases · tub tubes · plan planes · can canes · til tiles · wir wires · beam beans · cam cans · gum guns
  fam fans · bras brass · glas glass · new news · len lens · good goods · red redes · tile textile · pip pipes · cap capes · cub cubes
  hat hates · pin pines · rat rates · fil files · pc pcs · bar bare · car care · fir fires · star stare · not notes · ton tones`;

const pairsOf = (text: string) =>
  text.split(/·|\n/).map((pair) => {
    const [one = '', other = ''] = pair.trim().split(' ');
    return [one, other] as const;
  });

describe('the forms of a word', () => {
  it.each(pairsOf(PAIRS))('know %s and %s as one', (singular, plural) => {
    expect(wordForms(singular)).toContain(plural);
    expect(wordForms(plural)).toContain(singular);
  });

  it.each(pairsOf(OTHERS))('tell %s and %s apart', (one, other) => {
    expect(wordForms(one)).not.toContain(other);
    expect(wordForms(other)).not.toContain(one);
  });

  it('are few, each once, and of no code, unit or word in another script', () => {
    for (const word of ['304', 'x2', 'kg', 'pc', '600x600', 'железо', '铁矿', 'ºc'])
      expect(wordForms(word)).toEqual([word]);
    for (const [word] of pairsOf(PAIRS)) {
      const forms = wordForms(word);
      expect(new Set(forms).size).toBe(forms.length);
      expect(forms.length).toBeLessThanOrEqual(8);
      expect(forms[0]).toBe(word);
    }
  });
});
