document.querySelector('#reserve form').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.currentTarget
  const [first] = new FormData(form).get('name').split(' ')
  form.querySelector('.done').textContent = `Thank you, ${first}. A place is kept for you.`
  form.querySelector('button').disabled = true
})
