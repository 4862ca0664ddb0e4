'use strict';
// What a page knows about games: subtraction sets by name or as text, nim-values, and the form for choosing a game.
// A set of moves is an ascending array of the numbers below n that may be taken.
const Games = (() => {
  // --- sets that have names -------------------------------------------------------------------------------
  const upTo = (n, term) => {
    const terms = [];
    for (let k = 1; term(k) < n; k++) terms.push(term(k));
    return terms;
  };
  function smallestFactors(n) {
    const factor = Int32Array.from({length: n}, (_, m) => m);
    for (let p = 2; p * p < n; p++) {
      if (factor[p] === p) for (let m = p * p; m < n; m += p) if (factor[m] === m) factor[m] = p;
    }
    return factor;
  }
  function isPractical(m, factor) {  // by Stewart and Sierpinski
    let rest = m, divisors = 1;
    while (rest > 1) {
      const p = factor[rest];
      if (p > divisors + 1) return false;
      let geometric = 1;
      for (; rest % p === 0; rest /= p) geometric = geometric * p + 1;
      divisors *= geometric;
    }
    return true;
  }
  function sumsOfPowersOfFour(n) {
    let sums = [0];
    for (let power = 1; power < n; power *= 4) sums = sums.concat(sums.map(sum => sum + power));
    return sums.filter(sum => sum > 0 && sum < n);
  }
  const below = n => upTo(n, k => k);
  const NAMED = {  // name: [the game, the moves in words, the moves below n]
    squares: ['Subtract a square', 'a square number of coins', n => upTo(n, k => k * k)],
    cubes: ['Subtract a cube', 'a cube number of coins', n => upTo(n, k => k * k * k)],
    triangular: ['Subtract a triangular number', 'a triangular number of coins', n => upTo(n, k => k * (k + 1) / 2)],
    primes: ['Subtract a prime', 'a prime number of coins', n => {
      const factor = smallestFactors(n);
      return below(n).filter(m => m > 1 && factor[m] === m);
    }],
    factorials: ['Subtract a factorial', 'a factorial number of coins', n => {
      const terms = [];
      for (let k = 1, value = 1; value < n; value *= ++k) terms.push(value);
      return terms;
    }],
    moser_de_bruijn: ['The Moser-de Bruijn game', 'a sum of distinct powers of 4', sumsOfPowersOfFour],
    practical: ['Subtract a practical number', 'a practical number of coins', n => {
      const factor = smallestFactors(n);
      return below(n).filter(m => isPractical(m, factor));
    }],
  };

  // --- sets that are written: numbers, or a formula in n ----------------------------------------------------
  // sets.py accepts the same texts, and tests compare the two on one table.
  const BITS = 4096n;  // no power within a formula is longer, so that no formula runs for ever
  function power(base, exponent) {
    if (exponent < 0n) throw new Error('it has a negative power');
    const digits = BigInt(base.toString(2).replace('-', '').length);
    if ((digits - 1n) * exponent > BITS) throw new Error(`a number in it has over ${BITS} binary digits`);
    return base ** exponent;
  }
  function quotient(a, b) {  // rounded down, as by Python's //
    if (b === 0n) throw new Error('it divides by zero');
    const q = a / b;
    return a % b !== 0n && (a < 0n) !== (b < 0n) ? q - 1n : q;
  }
  const SIGNS = [{'+': (a, b) => a + b, '-': (a, b) => a - b}, {'*': (a, b) => a * b, '//': quotient}];
  // The function of n (a BigInt) for a formula of whole numbers, n, + - * // ** and brackets, by Python's grammar.
  function formula(text) {
    if (text.length > 200) throw new Error('it has more than 200 characters');
    if (/[^ -~]/.test(text)) throw new Error('only n, decimal numbers, brackets and + - * // ** are allowed');
    const tokens = text.match(/(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|\*\*|\/\/|\S/gi) || [];
    let at = 0;
    const taken = token => tokens[at] === token && ++at > 0;
    function chain(level) {  // a sum of products of factors; operations of one level are done from the left
      if (level === SIGNS.length) return factor();
      let value = chain(level + 1);
      while (Object.hasOwn(SIGNS[level], tokens[at])) {
        const left = value, operation = SIGNS[level][tokens[at++]], right = chain(level + 1);
        value = n => operation(left(n), right(n));
      }
      return value;
    }
    function factor() {  // a minus sign binds less tightly than a power to its right, more tightly than one to its left
      if (taken('-')) {
        const value = factor();
        return n => -value(n);
      }
      const base = atom();
      if (!taken('**')) return base;
      const exponent = factor();
      return n => power(base(n), exponent(n));
    }
    function atom() {
      const token = tokens[at++];
      if (token === 'n') return n => n;
      if (token === '(') {
        const value = chain(0);
        if (!taken(')')) throw new Error('a bracket is not closed');
        return value;
      }
      const digits = /^(0+|[1-9]\d*)$/.test(token), float = /^\d+$/.test(token) ? NaN : Number(token);  // 1e6
      if (!digits && !(Number.isInteger(float) && float < 2 ** 53)) throw new Error(unexpected(token));
      const value = BigInt(digits ? token : float);
      return () => value;
    }
    const value = chain(0);
    if (at < tokens.length) throw new Error(unexpected(tokens[at]));
    return value;
  }
  function unexpected(token) {
    if (token === undefined) return 'it ends too early';
    if (token === '^') return 'a power is written **, not ^';
    if (token === '/') return 'a division is written // and rounds down';
    return `${token} does not belong there`;
  }
  function formulaBelow(text, n) {
    const value = formula(text), terms = [], end = BigInt(n);
    for (let k = 1n, last = 0n; ; k++) {
      const next = value(k);
      if (next <= last) {
        throw new Error(`it must grow with n = 1, 2, ... from 1 or more; at n = ${k} it is ${String(next).slice(0, 40)}`);
      }
      if (next >= end) return terms;
      terms.push(Number(next));
      last = next;
    }
  }
  function numbersBelow(words, n) {
    const numbers = words.map(BigInt).sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
    if (numbers[0] < 1n || numbers.at(-1) >= 2n ** 63n) throw new Error('its numbers must be from 1 to 2**63 - 1');
    const again = numbers.find((number, i) => number === numbers[i + 1]);
    if (again !== undefined) throw new Error(`${again} occurs more than once`);
    return numbers.filter(number => number < n).map(Number);
  }
  // The moves below n of a game written as a name, as numbers or as a formula; throws an Error in plain words for any
  // other text.
  function movesBelow(text, n) {
    text = text.trim();
    if (Object.hasOwn(NAMED, text)) return Int32Array.from(NAMED[text][2](n));
    const words = text.replace(/,$/, '').split(',').flatMap(part => part.trim().split(/\s+/));
    try {
      const areNumbers = words.every(word => /^\d+$/.test(word));
      return Int32Array.from(areNumbers ? numbersBelow(words, n) : formulaBelow(text, n));
    } catch (error) {
      const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
      throw new Error(`Write numbers such as 1, 4, 9, or a formula in n such as n**3 or n*(3*n-1)//2. ` +
        `${shown ? `"${shown}"` : 'An empty text'} is not accepted: ${error.message}.`);
    }
  }

  // --- evaluation -----------------------------------------------------------------------------------------------
  // The cold positions below n, by the sieve. The smallest unmarked position is cold, and marks every position one move
  // above it, 32 at a time.
  function coldBelow(moves, n, hotspots = []) {
    const hot = new Uint32Array((n >> 5) + 2), words = new Map(), cold = [];
    for (const h of hotspots) hot[h >> 5] |= 1 << (h & 31);
    for (const s of moves) words.set(s >> 5, words.get(s >> 5) | 1 << (s & 31));
    const places = Int32Array.from(words.keys()), bits = Int32Array.from(words.values());
    for (let p = 0; p < n; p++) {
      if (hot[p >> 5] >>> (p & 31) & 1) continue;
      cold.push(p);
      const first = p >> 5, shift = p & 31;
      for (let i = 0, k; i < places.length && (k = first + places[i]) + 1 < hot.length; i++) {
        hot[k] |= bits[i] << shift;
        if (shift) hot[k + 1] |= bits[i] >>> 32 - shift;
      }
    }
    return Int32Array.from(cold);
  }

  // --- what a page says about a game --------------------------------------------------------------------------
  // The nim-values below n, each the smallest value that no move reaches.
  function nimValues(moves, n) {
    const values = new Uint16Array(n), seen = new Int32Array(moves.length + 2).fill(-1);
    for (let p = 0; p < n; p++) {
      for (let k = 0; k < moves.length && moves[k] <= p; k++) seen[values[p - moves[k]]] = p;
      while (seen[values[p]] === p) values[p]++;
    }
    return values;
  }
  function title(game) {
    return Object.hasOwn(NAMED, game) ? NAMED[game][0] : `Subtract ${game.length > 40 ? `${game.slice(0, 37)}...` : game}`;
  }
  function rule(game, moves, from = '') {
    const named = Object.hasOwn(NAMED, game), few = moves.length <= 6;
    const first = [...moves.slice(0, 6)].map(s => s.toLocaleString('en')).join(named || !few ? ', ' : ' or ');
    const some = first + (few ? '' : ' and so on'), words = named ? `${NAMED[game][1]} (${some})` : some;
    return `${moves.length ? `Take ${words}${from}.` : 'No move is allowed.'} A player who cannot move loses.`;
  }

  // --- the form: a list of games, #game, and a field for another one, #own, in #own-label -----------------------
  function offer({$}, game) {
    const list = $('game');
    if (!list.length) {
      for (const name in NAMED) list.append(new Option(name.replaceAll('_', ' '), name));
      list.append(new Option('powers of 2', '2**(n-1)'), new Option('your own ...', 'own'));
      list.addEventListener('change', () => { $('own-label').hidden = list.value !== 'own'; });
    }
    const known = [...list.options].some(option => option.value === game);
    [list.value, $('own').value] = known ? [game, 'n**3'] : ['own', game];
    $('own-label').hidden = known;
  }
  const chosen = ({$}) => $('game').value === 'own' ? $('own').value.trim() : $('game').value;
  return {NAMED, movesBelow, coldBelow, nimValues, title, rule, offer, chosen};
})();
