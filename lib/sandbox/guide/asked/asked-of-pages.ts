/** Questions of people about the playground, images and videos, by the section that answers it: separated by semicolons. */
export const ASKED_OF_PAGES: Readonly<Record<string, string>> = {
  "home-and-compare#what-the-home-page-shows": "home page; start page",
  "home-and-compare#compare-models-and-apis":
    "compare models; compare two answers; side by side; which model is better; test a prompt on several models; send one prompt to several models; same prompt on four models; differences between answers; benchmark; time to the first token; two chats side by side; ask several models at once; which answer is better; fastest model; a/b comparison; split screen; vote; diff of two answers",
  "evaluate#run-an-evaluation":
    "evaluate; evaluations; evals; test set; run a data set; test a prompt on many inputs; grid of rows and columns; batch test of prompts; many rows through several models",
  "evaluate#checks":
    "judge model; model as a judge; check outputs with a regular expression; assertions on outputs; similarity by embeddings; human rating",
  "evaluate#read-the-results":
    "pass rate; confidence interval; which prompt is better statistically; mcnemar; rows that got worse",
  "evaluate#import-and-export":
    "import promptfoo; promptfoo config; openai evals export; move from openai evals; export results of an evaluation",
  "evaluate#run-in-ci": "evals in ci; parlance eval; fail the build when quality drops; exit status of an evaluation",
  "keyboard-shortcuts":
    "keyboard shortcuts; hotkeys; command palette; keys on the keyboard; shortcut for a new chat; ctrl k; search in the docs; quickly open something; search everything; faster with the keyboard; cmd k; shortcut to stop; list of shortcuts; focus the message field",
  "keyboard-shortcuts#choosing-a-model":
    "choose a model; pin a model; favourite models; model picker; search models; switch the model in the chat; change the model in the chat; favourite model; model is missing in the picker; type a model name; another model; default model of the page; recently used models; switch models in the middle of a conversation; use another model in the same chat",
  "keyboard-shortcuts#parameters-set-and-unset":
    "set the temperature; parameters; top_p; max tokens; reset a parameter; slider; advanced settings; sampling; stop sequence on the page; change the temperature; randomness; creativity; where are the settings; longer answers on the page; limit the length of an answer; frequency penalty; seed on the page; reset settings; sampling parameters",
  "keyboard-shortcuts#dark-and-light-theme":
    "dark mode; light theme; change the theme; colours; appearance; change the logo; branding; white label; night mode; font size; white background; too bright; eyes; put my logo into the app; css; own design; customise the look; font; larger text",
  "keyboard-shortcuts#phones-contrast-and-motion":
    "phone; mobile version; tablet; responsive; accessibility; screen reader; contrast; reduced motion; does it work on my iphone; use it on the go; small screen; touch; blind users; wcag; keyboard only; high contrast; animations off",
  "messages-and-responses-pages#settings-of-the-messages-page":
    "messages page; system prompt; where do I set the system prompt; set instructions for the model; system message; thinking budget; settings of messages; change the system message; give the model a role; instructions; behave like; custom instructions; personality",
  "messages-and-responses-pages#settings-of-the-responses-page":
    "responses page; instructions; store on the page; settings of responses",
  "messages-and-responses-pages#thinking-that-stays-with-the-conversation":
    "show thinking; reasoning; see how the model thinks; thinking tokens; make the model think longer; reasoning effort; hide thinking; thoughts; chain of thought; think harder; deeper answers; reasoning tokens; turn thinking off; see its thoughts; thinking budget",
  "messages-and-responses-pages#the-request-of-a-page-as-code":
    "show code; get code of a request; copy as curl; export to code; code snippet; how do I do this in code; get the python code; turn a chat into code; api call of this chat; view code",
  "generate-content-page": "gemini page; generate content page; text and images in one chat",
  "generate-content-page#paint-and-change-a-picture-in-the-conversation":
    "change a picture in a conversation; picture in the chat",
  "generate-content-page#settings-of-generatecontent":
    "settings of gemini; aspect ratio in gemini; response modalities",
  "generate-content-page#where-conversations-are-saved":
    "where are conversations saved; are chats saved; browser storage; history; sync between devices; conversations on another computer; does it remember my chats; indexeddb; local storage; private mode; where did my chats go; my chats are gone; chats on my other computer; lost my history; is my history private; chat history; synchronise; clear browser data; incognito; does it remember me; long-term memory; how many chats can I keep",
  inspector:
    "inspector; see the raw request; raw stream; trace; debug; what was sent to the model; developer tools; see events; watch a stream; show the json; what came over the wire; bytes; exactly what was sent; look inside; raw json; see the sse events; network traffic; why was it slow; timings; show me the request; under the hood; see the traffic of one request",
  "inspector#events-their-times-and-the-gaps-between-them":
    "events and gaps; timing of tokens; colours in the inspector; chart; latency of tokens",
  "inspector#the-line-above-each-response": "line above a response; pulse; bars above the response",
  "inspector#request-response-and-code":
    "see the request and response; headers of a response; copy the stream; code of a request; status and headers of an answer; copy the request; raw response",
  "inspector#both-sides-of-a-translated-request":
    "request to the provider; what did the provider get; both sides; what was translated; raw provider request; what did openai get; what did claude receive; translated request; before and after translation; compare request and provider request",
  "inspector#replay-a-trace": "replay; play a response again; slow motion",
  "edit-conversations":
    "edit my message; edit a conversation; change an answer; correct a message; edit history; change what I said; fix a typo; change the conversation; manipulate; rewrite history",
  "edit-conversations#edit-roles-order-and-parts-of-messages":
    "change roles; reorder messages; add an assistant message; prefill; few-shot; put words in the model's mouth; system message",
  "edit-conversations#attach-images-pdfs-audio-and-text-files":
    "attach a file in the chat; drop a pdf; paste a picture; add a document; audio in the chat; record my voice; file size in the chat; upload a csv in the chat; add a file to my message; drag and drop; paste a screenshot; does it accept audio; attach several files; which files can I attach; read my document",
  "edit-conversations#ask-another-model-again":
    "regenerate; another answer; try again with another model; retry a response; several answers; another version of the answer; better answer; try once more; redo; repeat the question; go back to the old version of an answer; versions of an answer",
  "edit-conversations#tokens-and-cost-of-a-conversation":
    "cost of a conversation; tokens in the chat; see the tokens used; cost of one request; price of one message; context used; how full is the context; token counter; ring of tokens in the composer; number below the message field; context is full; how long can a conversation be; how much did this chat cost; context limit; gauge; amber; red",
  "edit-conversations#probability-of-each-token":
    "see logprobs on a page; shade tokens by probability; alternatives of a token; how sure was the model; token probabilities; likelihood of each word",
  "edit-conversations#branch-and-delete":
    "branch a conversation; fork; delete a message; copy a message; undo; go back to an earlier version; go back in a conversation; start again from an earlier message; copy part of a chat; alternative path; tree; restore a deleted message; undo",
  "tools-and-schemas-in-the-browser#tools-in-the-panel":
    "add a tool in the playground; define a function; tool editor; try tools in the browser; try function calling without code; weather example; where are tools; enable web search",
  "tools-and-schemas-in-the-browser#connect-tools-that-run":
    "built-in tools; run a tool in the playground; approve a tool call; calculator tool; run javascript as a tool; connect tools",
  "tools-and-schemas-in-the-browser#answer-a-tool-call-by-hand-as-an-error-or-automatically":
    "answer a tool call by hand; change a tool result; fake a tool; automatic tool results; tool error",
  "tools-and-schemas-in-the-browser#schema-editor-and-validation-of-structured-output":
    "schema editor; validate json in the browser; check the answer against a schema; validate the json against my schema; is the answer valid; make a schema from an example; get json in the playground",
  "tools-and-schemas-in-the-browser#a-parameter-was-refused":
    "a parameter was refused; parameter is not supported by the model",
  "share-and-export": "share or export; save my work",
  "share-and-export#share-settings-and-a-conversation-by-a-link":
    "share a link; send settings to a colleague; editable copy; link to a prompt; long link; send my setup to a colleague; copy of my settings; link with a prompt; open the same chat on another computer",
  "share-and-export#share-a-conversation-as-a-read-only-page":
    "share a conversation; public page; send a chat to someone; read-only; does a shared link expire; who can see a shared page; delete a shared page; unshare; embed; give a link to someone without an account; show a conversation to others; publish; public link; link for my boss; password for a link; remove a public link; is my shared chat public; share with the world",
  "share-and-export#watch-a-response-live":
    "let others watch a response live; live link; QR code of a response; show a running response to an audience",
  "share-and-export#save-a-conversation-as-a-file":
    "export a chat; download a conversation; save as markdown, json, pdf or zip; print; har; backup of chats; copy everything; download all my conversations; keep a copy; word or pdf; text file; backup of my chats; move my chats to another computer; take my chats with me; csv of a conversation; export everything; export all",
  "share-and-export#import-conversations-recordings-and-request-bodies":
    "import a conversation; load a file; import from another tool; import chatgpt history; paste a request; open a har; bring my chats from chatgpt; open a saved conversation; restore a backup of chats; load json; import curl",
  "share-and-export#continue-a-conversation-in-another-api":
    "continue on another api; move a conversation from chat to messages; switch the api; convert a conversation",
  "share-and-export#find-pin-duplicate-and-delete-conversations":
    "delete a conversation; search my chats; find an old chat; rename a chat; pin; folders; organise; remove a saved chat; duplicate; archive; list of chats; too many chats; sort my chats; title of a conversation; star; favourites; group chats; delete one chat; clear a conversation; new chat",
  "share-and-export#presets":
    "preset; save settings; save a prompt for later; template; reuse a prompt; default system prompt; reuse settings; favourite prompts; snippets; store my system prompt; default settings",
  "share-and-export#share-and-save-on-the-images-and-videos-pages":
    "share an image; export pictures; zip of images; delete all pictures or videos",
  "formulas-and-diagrams#how-a-model-writes-a-formula":
    "math; latex; formulas; equations; katex; render math; tex; show an equation; math symbols",
  "formulas-and-diagrams#how-a-model-draws-a-diagram":
    "diagram; mermaid; flowchart; chart in a response; draw a diagram; show a graph; uml; gantt",
  "formulas-and-diagrams#see-html-svg-and-javascript-as-a-page":
    "preview html; run javascript of a response; show svg; artifacts; see the page that it wrote; render html; live preview",
  "formulas-and-diagrams#what-they-may-do": "is markdown safe; html in a response; scripts in an answer; sanitised",
  "remote-images#always-load-remote-images-or-never": "always load remote images; never load external images",
  "inspector#a-page-without-a-model": "page without a model; recorded run; play a recorded run",
  "sandbox#guided-tour": "guided tour; demo for my boss; show it to others; presentation; sales demo",
  "remote-images#load-a-remote-image":
    "remote image; picture of another site; tracking pixel; why is an image not loaded; external images",
  "images-page": "images page; image playground; picture generator",
  "images-page#make-an-image":
    "make an image in the browser; create a picture; generate a picture on the page; draw; how do I draw; make a picture; image from text; logo; several pictures at once; picture does not look right; cancel an image",
  "images-page#parameters-of-an-image-model":
    "parameters of an image; seed of an image; number of images; image settings on the page",
  "images-page#edit-an-image":
    "edit an image in the browser; paint a mask; paint over a part of an image and change it; change part of a picture; inpaint; brush; lasso; remove an object; before and after; retouch; erase something from a photo; change the background; same character in two pictures; combine two photos; use my own photo; upload a photo; undo an edit; compare before and after",
  "images-page#where-images-are-saved":
    "where are images saved; download an image; image history; storage of pictures; find my old pictures; save a picture; gallery; delete a picture; how many pictures are kept; pictures are gone",
  "images-page#from-the-page-to-code": "code of an image request",
  "images-page#look-at-an-image-in-full": "zoom into an image; full screen image; download a picture",
  images: "image api; generate images by api; dall-e; gpt-image; stable diffusion; flux; midjourney; image models",
  "images#parameters-of-each-image-model":
    "image sizes; which sizes; square image; wide image; portrait or landscape image; resolution of an image; transparent background; quality; number of images; output format; webp or png; style of an image; seed of an image; upscale; vertical image; hd; 4k; jpeg; aspect ratio of an image; large picture; several images at once",
  "images#generate-an-image": "generate an image; create an image with python, javascript or curl; draw with the api",
  "images#get-a-url-instead-of-bytes":
    "url of an image; image link expires; b64_json or url; host an image; how long does an image link work; link to an image; share an image by url; image address expires",
  "images#stream-previews-of-an-image": "previews of an image; partial_images; stream an image; progress of an image",
  "images#edit-an-image": "edit an image by api; image variations; several reference images; combine images",
  "images#edit-a-part-of-an-image-with-a-mask":
    "mask; edit with a mask by api; inpainting; change only a part; limit of an image file",
  "images#put-your-own-image-models-behind-these-names":
    "use my own image model; real image model; connect dall-e; gpt-image-2; flux; comfyui; better pictures; photorealistic; use a real image generator; connect midjourney; which image generators",
  "videos-page#make-a-video-on-the-page":
    "make a video in the browser; video page; length of a video; portrait or landscape; negative prompt for a video; vertical video; film; clip; video with sound; how do I make a video; video for tiktok; animation from text",
  "videos-page#begin-a-video-with-a-picture":
    "video from a photo in the browser; make a video from a photo; animate a picture; image to video; first frame",
  "videos-page#the-list-of-video-tasks":
    "list of my videos; progress of a video; cancel a video; stop rendering; video queue; expired video; where are my videos; how long does a video take; progress; stop a video; delete a video",
  "videos-page#watch-step-and-download-a-video": "download a video; watch a video; loop; frame by frame; play",
  "videos-page#remix-a-video-retry-a-failed-one":
    "remix a video; retry a failed video; extend a video; longer video; change a video on the page; my video failed; variation of a video; edit a video; change a finished video",
  videos: "video api; generate a video by api; sora; veo; text to video; video models",
  "videos#parameters-of-video-model-a":
    "video sizes; seconds; resolution of a video; how long can a video be; duration; maximum length of a video; a 30 second video; video of a minute; seed of a video; vertical video; portrait video; widescreen; fps; frame rate; sound in a video; hd video; shortest video",
  "videos#what-the-built-in-renderer-understands":
    "what can the video renderer do; camera movement; scenes; which prompts work for videos",
  "videos#create-a-video": "create a video with python, javascript or curl",
  "videos#the-task": "status of a video; poll a video; task; progress",
  "videos#download-a-video":
    "download a video by api; how long are videos kept; video expires; video thumbnail; save a video; mp4; how long can I download a video; video is gone; preview picture of a video",
  "videos#start-from-an-image": "video from an image by api; input_reference; photo to video; animate an image",
  "videos#change-a-video": "remix by api; change a video",
  "videos#retry-without-a-second-video": "idempotency; avoid making a video twice; duplicate video",
  "video-providers": "my own video provider; sora or veo; real videos; connect a video model",
};
