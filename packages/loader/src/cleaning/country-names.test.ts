import { expect, it } from 'vitest';
import { countriesByLanguage } from './country-names.js';

const meant = (...texts: string[]) => Object.fromEntries(countriesByLanguage(texts));

it('countries are known by their names in any language, with accents and without', () => {
  expect(meant('Bỉ', 'Đức', 'Áo', 'Thái Lan', 'Trung Quốc', 'Hàn Quốc')).toEqual({
    ...{
      Bỉ: 'Belgium',
      Đức: 'Germany',
      Áo: 'Austria',
      'Thái Lan': 'Thailand',
      'Trung Quốc': 'China',
      'Hàn Quốc': 'South Korea',
    },
  });
  expect(meant('ETATS-UNIS', 'ÉTATS-UNIS', 'Бельгия', 'ベルギー', '대한민국', 'STANY ZJEDNOCZONE')).toEqual({
    ...{ 'ETATS-UNIS': 'United States', 'ÉTATS-UNIS': 'United States', Бельгия: 'Belgium', ベルギー: 'Belgium' },
    ...{ 대한민국: 'South Korea', 'STANY ZJEDNOCZONE': 'United States' },
  });
});

it('countries are known by their short forms, and by names whose first words stand last', () => {
  expect(meant('США', 'КОРЕЯ, РЕСПУБЛИКА', 'КОНГО, ДЕМОКРАТИЧЕСКАЯ РЕСПУБЛИКА')).toMatchObject({
    ...{ США: 'United States', 'КОРЕЯ, РЕСПУБЛИКА': 'South Korea' },
  });
  expect(meant('КИТАЙ, РЕСПУБЛИКА', 'UK', 'EU')).toEqual({});
});

it('a short word is a name where the others are of its language, and a code where they are codes', () => {
  expect(meant('Nga', 'Trung Quốc', 'Hàn Quốc', 'Nhật Bản')).toMatchObject({ Nga: 'Russia' });
  expect(meant('NGA', 'CHN', 'KOR', 'JPN')).toEqual({});
  expect(meant('Bi', 'CN', 'Ýy')).toEqual({});
});

it('a code beside the name of the same country is its country', () => {
  expect(meant('IN, INDIA', 'INDIA (IN)', 'CN - CHINA', 'DEU/ALEMANIA', 'US: ETATS-UNIS')).toEqual({
    ...{ 'IN, INDIA': 'India', 'INDIA (IN)': 'India', 'CN - CHINA': 'China', 'DEU/ALEMANIA': 'Germany' },
    'US: ETATS-UNIS': 'United States',
  });
  expect(meant('CN, INDIA', 'XX, SOMEWHERE', 'EUROPEAN UNION', 'HIGH SEAS')).toEqual({});
});
