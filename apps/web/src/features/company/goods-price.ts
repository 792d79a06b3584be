import { averagePrice } from '../../format/numbers.js';
import type { ShownPart } from './company-calls.js';

type Goods = ShownPart['goods']['rows'][number];

/** Where its price stands beside the market's quartiles. */
export function standing(goods: Goods): 'BELOW' | 'WITHIN' | 'ABOVE' {
  const price = averagePrice(goods);
  if (price === null || goods.market === null) return 'WITHIN';
  if (price < goods.market.quartile1) return 'BELOW';
  return price > goods.market.quartile3 ? 'ABOVE' : 'WITHIN';
}
