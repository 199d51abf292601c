import { useState } from 'react';
import { useErrord } from './errord.js';

/** The server knows apples; it fails at plums, and so does the page, with the same correlation id. */
async function order(fruit) {
  const response = await fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: 1, fruit }),
  });
  if (!response.ok) throw new Error(`The order of ${fruit} failed: ${response.status}`);
}

function Basket({ fruits }) {
  return <p>{fruits.map((fruit) => fruit.toUpperCase()).join(', ') || 'Nothing yet.'}</p>;
}

export function Shop() {
  const [fruits, setFruits] = useState([]);
  const { log } = useErrord();
  const buy = async (fruit) => {
    await order(fruit);
    log('info', `ordered ${fruit}`);
    setFruits([...fruits, fruit]);
  };
  return (
    <main>
      <h1>Fruits</h1>
      <button type="button" onClick={() => buy('apples')}>
        Buy apples
      </button>
      <button type="button" onClick={() => buy('plums')}>
        Buy plums
      </button>
      <button type="button" onClick={() => setFruits([...fruits, undefined])}>
        Buy nothing
      </button>
      <Basket fruits={fruits} />
    </main>
  );
}
